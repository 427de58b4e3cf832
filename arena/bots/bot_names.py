"""Names of bots: what may be one, and that it is free."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction

from arena.core.errors import BadName, NameTaken
from arena.core.names import normalise
from arena.core.require_name import require_name
from arena.models import Bot
from engine.messages import gettext_noop as _

NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9]|[ ._'-](?=[A-Za-z0-9])){1,39}")
TAKEN = _("The name “%(name)s” is taken or too similar to another one. Choose another name.")


def require_bot_name(*, name: str) -> str:
    """Return the normalised name. Raises BadName."""
    name = normalise(name)
    if not NAME.fullmatch(name):
        raise BadName(
            _(
                "A bot's name needs 2 to 40 letters (A to Z) or digits. Single spaces, dots, "
                "dashes, apostrophes and underscores are allowed between them."
            )
        )
    return require_name(name=name)


def require_free_bot_name(
    *, name: str, owner: AbstractBaseUser, present: Bot | None = None
) -> None:
    """Raise NameTaken if another bot than `present` has a name like it."""
    others = Bot.objects.alike(name)
    namesake = (others.exclude(pk=present.pk) if present else others).first()
    if namesake is not None and namesake.is_run_by(owner):
        words = _("You already have a bot named “%(name)s”. Upload a new version on its page.")
        raise NameTaken(words, name=namesake.name)
    if namesake is not None:
        raise NameTaken(TAKEN, name=name)


@contextmanager
def bot_name_kept(*, name: str) -> Iterator[None]:
    """Open a transaction; a concurrent taker of the name raises NameTaken."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise NameTaken(TAKEN, name=name) from error
