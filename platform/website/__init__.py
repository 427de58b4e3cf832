"""The website. Importing it loads the Celery app."""

from website.celery import app as celery_app

__all__ = ["celery_app"]
