"""Pages about matches: their list, one match, and the log of each of its games in words."""
