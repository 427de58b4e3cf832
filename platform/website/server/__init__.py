"""gunicorn worker with buffered requests and responses."""
