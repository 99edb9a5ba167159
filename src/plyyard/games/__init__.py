"""The games, one folder each. They never import each other."""
