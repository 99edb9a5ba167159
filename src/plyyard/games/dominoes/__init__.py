"""Double-Six Dominoes: the draw game with a boneyard of which two tiles are never drawn."""
