"""Back up and restore database and uploads while the platform runs; see docs/operators.md."""
