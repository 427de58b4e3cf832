"""Pages about ladders."""
