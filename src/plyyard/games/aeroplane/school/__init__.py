"""What the school of the Aeroplane Game asks: the makers of exercises by subject. The list of them is ``exercises.py``."""
