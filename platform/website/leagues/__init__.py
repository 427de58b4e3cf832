"""Pages about leagues."""
