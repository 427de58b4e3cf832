"""The handbook: docs/ as pages of the site."""
