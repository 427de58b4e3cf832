"""The user model and API tokens."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from arena.core.database_clock import query_now
from arena.models.bounded import BoundedDateTimeField
from arena.models.name_key import NameKeyField

SESSION_SALT = "website.accounts.session-generation"


class User(AbstractUser):
    """An account; staff are organisers. A deleted one stays, anonymised, for its bots' matches."""

    last_login = BoundedDateTimeField(_("last login"), null=True, blank=True)
    date_joined = BoundedDateTimeField(_("date joined"), default=timezone.now)
    name_key = NameKeyField(source="username")
    about = models.TextField(blank=True, default="")
    affiliation = models.CharField(max_length=100, blank=True, default="")
    web = models.URLField(blank=True, default="")
    language = models.CharField(max_length=10, blank=True, default="")
    time_zone = models.CharField(max_length=60, blank=True, default="")
    session_generation = models.PositiveIntegerField(
        default=0, editable=False, help_text=_("Sessions of an older generation are logged out.")
    )
    left_at = BoundedDateTimeField(null=True, blank=True)
    erased_at = BoundedDateTimeField(null=True, blank=True)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="username_is_unique_in_any_case",
                violation_error_message="A user with that username already exists.",
            ),
            models.CheckConstraint(condition=~Q(username=""), name="username_is_not_empty"),
        ]
        indexes = [
            models.Index(
                fields=["left_at"],
                name="user_to_erase",
                condition=Q(left_at__isnull=False, erased_at=None),
            )
        ]

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Change with `session_generation` too, which ends all sessions."""
        plain: str = super()._get_session_auth_hash(secret)  # type: ignore[misc]  # not in the stubs
        if not self.session_generation:
            return plain
        text = f"{plain} {self.session_generation}"
        return salted_hmac(SESSION_SALT, text, secret=secret, algorithm="sha256").hexdigest()

    @property
    def is_organiser(self) -> bool:
        return self.is_active and self.is_staff


class TokenQuerySet(models.QuerySet["Token"]):
    def live(self) -> TokenQuerySet:
        """Filter tokens neither revoked nor expired."""
        lasting = Q(expires_at=None) | Q(expires_at__gt=query_now())
        return self.filter(lasting, revoked_at=None)

    def revoke(self) -> int:
        """Revoke live tokens; return their number."""
        return self.filter(revoked_at=None).update(revoked_at=timezone.now())


class Token(models.Model):
    """An API key, never above its user's rights; only the secret's hash is stored."""

    NAME_MOST = 60

    class Scope(models.TextChoices):
        READ = "read", _("read what I can see")
        BOTS = "bots:write", _("upload and manage my bots")
        CHALLENGES = "challenges:write", _("start challenges")
        ENTRIES = "entries:write", _("enter my bots on ladders and in tournaments")
        FOLLOWING = "following:write", _("follow and unfollow")
        ORGANISE = "organise", _("organise ladders, tournaments and leagues")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=NAME_MOST)
    prefix = models.CharField(max_length=16)
    digest = models.CharField(max_length=64, unique=True)
    scopes: models.JSONField[list[str], list[str]] = models.JSONField()
    created_at = BoundedDateTimeField(auto_now_add=True)
    last_used_at = BoundedDateTimeField(null=True, blank=True)
    expires_at = BoundedDateTimeField(null=True, blank=True)
    revoked_at = BoundedDateTimeField(null=True, blank=True)

    objects = TokenQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}...)"

    def revoke(self) -> None:
        """Keep the time of the first call."""
        if self.revoked_at is None:
            self.revoked_at = timezone.now()
            self.save(update_fields=["revoked_at"])
