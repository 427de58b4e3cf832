"""The web server: gunicorn, with requests read and responses sent outside its threads."""
