"""The project's settings, addresses and background work."""

from .celery import app as celery_app

__all__ = ["celery_app"]
