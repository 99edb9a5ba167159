"""The kinds of exercises that Spider has, by subject; ``exercises.py`` lists them."""
