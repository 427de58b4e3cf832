"""The admin dashboard: health, workers, people."""
