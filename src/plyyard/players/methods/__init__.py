"""A file for each method that a ``Recipe`` can name: ``rate(question)``, best first; ``choose(question)``."""
