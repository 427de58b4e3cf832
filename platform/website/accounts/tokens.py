"""Make, find and check API tokens."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from arena.core.errors import Refused
from arena.core.isolate_errors import best_effort
from arena.core.locks import lock_person
from engine.messages import gettext_noop as _
from website.accounts.models import Token, User

PREFIX = "kb_"  # recognised by secret scanners
SECRET_BYTES = 32
SHOWN = len(PREFIX) + 6
MOST_TOKENS = 20
USE_IS_NOTED_EVERY = timedelta(minutes=5)


class TokenRefused(Refused):
    """The name, scopes or expiry of the token are not allowed, or there are too many tokens."""


@transaction.atomic
def make_token(
    *, user: User, name: str, scopes: Collection[str], expires_at: datetime | None = None
) -> tuple[Token, str]:
    """Return a new token and its secret, which is not stored. Raise TokenRefused."""
    lock_person(person=user)
    name = " ".join(name.split())
    if not 1 <= len(name) <= Token.NAME_MOST or not name.isprintable():
        words = _("Give it a name of 1 to %(most)d characters.")
        raise TokenRefused(words, most=Token.NAME_MOST)
    _require_scopes(user, scopes)
    if expires_at is not None and expires_at <= timezone.now():
        raise TokenRefused(_("This time is in the past. Choose a later one or none."))
    if user.tokens.live().count() >= MOST_TOKENS:
        words = _("You have %(most)d tokens, which is the limit. Revoke one first.")
        raise TokenRefused(words, most=MOST_TOKENS)
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    token = user.tokens.create(
        name=name,
        prefix=secret[:SHOWN],
        digest=_digest(secret),
        scopes=[scope for scope in Token.Scope.values if scope in scopes],
        expires_at=expires_at,
    )
    return token, secret


def _require_scopes(user: User, scopes: Collection[str]) -> None:
    if not scopes:
        raise TokenRefused(_("Choose at least one permission."))
    if strange := sorted(set(scopes) - set(Token.Scope.values)):
        words = _("Unknown scope “%(scope)s”.")
        raise TokenRefused(words, scope=strange[0])
    if Token.Scope.ORGANISE in scopes and not user.is_organiser:
        raise TokenRefused(_("Only organisers can have a token with the organise scope."))


def find_token(*, secret: str) -> Token | None:
    """Return the live token of an active user, or None; note its use."""
    live = Token.objects.live().filter(digest=_digest(secret), user__is_active=True)
    token = live.select_related("user").first()
    if token is None:
        return None
    now = timezone.now()
    stale = now - USE_IS_NOTED_EVERY
    if token.last_used_at is None or token.last_used_at < stale:
        old = Q(last_used_at=None) | Q(last_used_at__lt=stale)  # no other request has noted it
        with best_effort("when a token was used"):
            Token.objects.filter(old, pk=token.pk).update(last_used_at=now)
    return token


def _digest(secret: str) -> str:
    """Hash fast: 256 random bits cannot be guessed."""
    return hashlib.sha256(secret.encode()).hexdigest()
