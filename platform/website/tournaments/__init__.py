"""Pages about tournaments."""
