"""gunicorn worker that reads requests and sends responses outside its threads."""
