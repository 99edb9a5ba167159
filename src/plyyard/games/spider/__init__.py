"""Spider by XPat2's rules and score: two packs, ten columns, hidden cards, one player."""
