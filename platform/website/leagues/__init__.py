"""Pages about leagues: their list, a league, its seasons, and what organisers do with it."""
