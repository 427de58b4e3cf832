"""What can be done to the competition: one verb a file, keyword arguments only."""
