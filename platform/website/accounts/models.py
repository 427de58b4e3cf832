"""The user model, our own from the first migration."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower


class User(AbstractUser):
    """Someone with an account. Staff are organisers: they may make and change ladders."""

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="username_is_unique_in_any_case",
                violation_error_message="A user with that username already exists.",
            )
        ]

    @property
    def is_organiser(self) -> bool:
        """May this user make and change ladders?"""
        return self.is_active and self.is_staff
