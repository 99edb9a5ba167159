"""The command line: one file a command, found by scanning; what commands share stands in the subfolders."""
