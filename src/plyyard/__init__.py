"""Ply Yard: learn and play classic games."""

__version__ = "0.1.0"
