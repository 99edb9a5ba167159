"""Exercises in dominoes, by subject; ``exercises.py`` beside this folder lists them in the order they are learned."""
