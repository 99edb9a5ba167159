"""Nim with one heap: the smallest game with a choice. The tests use it to add a sixth game."""
