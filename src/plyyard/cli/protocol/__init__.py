"""The engine protocol: JSON lines in and out (``lines``), and what can be asked (``asks``)."""
