"""Numbers for monitoring."""
