"""Everything of the website."""
