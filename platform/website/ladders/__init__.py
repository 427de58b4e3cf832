"""Pages about ladders: their list and the leaderboard."""
