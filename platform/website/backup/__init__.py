"""Backups of database and uploads, made while the platform runs; see docs/operators/data.md."""
