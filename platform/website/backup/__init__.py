"""Backups of database and uploads: made while the platform runs, verified before they are restored.

`manage.py backup` and `manage.py restore` are the doors; see docs/operators.md.
"""
