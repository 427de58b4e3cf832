"""A folder with one more format, small enough to copy."""
