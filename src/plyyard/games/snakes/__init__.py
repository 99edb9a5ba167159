"""Snakes and Ladders."""
