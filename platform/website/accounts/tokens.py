"""Keys to the API: made, shown once, kept as a hash, taken back."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.actions.errors import Refused
from arena.actions.locks import lock_person
from arena.best_effort import best_effort
from website.accounts.models import Token, User

PREFIX = "kb_"  # tells a secret scanner, and people, what it is
SECRET_BYTES = 32
SHOWN = len(PREFIX) + 6
MOST_TOKENS = 20
USE_IS_NOTED_EVERY = timedelta(minutes=5)


class TokenRefused(Refused):
    """No token can be made like this."""


@transaction.atomic
def make_token(
    *, user: User, name: str, scopes: Collection[str], expires_at: datetime | None = None
) -> tuple[Token, str]:
    """A new token and its secret, which is kept nowhere: whoever asked has to note it now.

    Raises TokenRefused for a name, scopes or an expiry that will not do, and for more tokens than
    one may have.
    """
    lock_person(person=user)
    name = " ".join(name.split())
    _need_name(name)
    _need_scopes(user, scopes)
    if expires_at is not None and expires_at <= timezone.now():
        raise TokenRefused(_("This moment is past: choose a later one, or none."))
    if user.tokens.live().count() >= MOST_TOKENS:
        words = _("You have %(most)d tokens, as many as one may have: revoke one first.")
        raise TokenRefused(words % {"most": MOST_TOKENS})
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    token = user.tokens.create(
        name=name,
        prefix=secret[:SHOWN],
        digest=_digest(secret),
        scopes=[scope for scope in Token.Scope.values if scope in scopes],
        expires_at=expires_at,
    )
    return token, secret


def _need_name(name: str) -> None:
    most = Token.NAME_MOST
    if not 1 <= len(name) <= most or not name.isprintable():
        words = _("Give it a name of 1 to %(most)d characters, so that you know it again.")
        raise TokenRefused(words % {"most": most})


def _need_scopes(user: User, scopes: Collection[str]) -> None:
    if not scopes:
        raise TokenRefused(_("Choose at least one thing that the token may do."))
    if strange := sorted(set(scopes) - set(Token.Scope.values)):
        words = _("There is no scope “%(scope)s”.")
        raise TokenRefused(words % {"scope": strange[0]})
    if Token.Scope.ORGANISE in scopes and not user.is_organiser:
        raise TokenRefused(_("Only organisers can have a token that organises."))


def find_token(*, secret: str) -> Token | None:
    """The live token of this secret with its active user, or None. Its use is noted."""
    found = Token.objects.live().filter(digest=_digest(secret), user__is_active=True)
    token = found.select_related("user").first()
    if token is not None:
        _note_use(token)
    return token


def _note_use(token: Token) -> None:
    """One write in a while is enough, and of many requests at once only one writes."""
    now = timezone.now()
    stale = now - USE_IS_NOTED_EVERY
    if token.last_used_at is None or token.last_used_at < stale:
        old = Q(last_used_at=None) | Q(last_used_at__lt=stale)
        with best_effort("when a token was used"):
            Token.objects.filter(old, pk=token.pk).update(last_used_at=now)


def _digest(secret: str) -> str:
    """A fast hash is right here: 256 random bits cannot be guessed."""
    return hashlib.sha256(secret.encode()).hexdigest()
