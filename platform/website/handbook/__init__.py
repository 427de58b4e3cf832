"""The handbook: docs/ as pages."""
