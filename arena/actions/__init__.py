"""Changes to the competition: one verb a file, keyword arguments only."""
