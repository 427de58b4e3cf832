"""Pages about matches."""
