"""``python -m plyyard``."""

from plyyard.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
