"""What every game shares: interface, chance, records, scenes, kernels, words. Knows no game, no web, no store."""
