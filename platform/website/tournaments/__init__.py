"""Pages about tournaments: their list, a tournament, and what organisers do with it."""
