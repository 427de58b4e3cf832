from __future__ import annotations

from django.db import models


class Installation(models.Model):
    """The platform's one row: which workers may work on this database, with which uploads.

    `versions` are values of `own_version()`. `marker` is the content of a file in the storage of
    uploads; empty until `seed` has written that file.
    """

    THE_ONE = 1

    versions: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    marker = models.CharField(max_length=40, blank=True, default="", db_default="")

    def __str__(self) -> str:
        return "the installation"

    @classmethod
    def allowed_versions(cls) -> list[str]:
        """Return the versions whose workers may work here."""
        versions = cls.objects.filter(pk=cls.THE_ONE).values_list("versions", flat=True).first()
        return versions or []

    @classmethod
    def known_marker(cls) -> str:
        """Return the marker that the storage of uploads must have, or ""."""
        marker = cls.objects.filter(pk=cls.THE_ONE).values_list("marker", flat=True).first()
        return marker or ""
