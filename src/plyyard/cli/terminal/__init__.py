"""What the commands share: language, readings of the command line, the terminal's way to show a game."""
