"""What the exercises of backgammon are made of."""
