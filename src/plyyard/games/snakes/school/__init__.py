"""What the exercises of Snakes and Ladders are made of; ``exercises.py`` beside this folder lists them."""
