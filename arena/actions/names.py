"""Names: what may be one, and that it is free."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from django.db import IntegrityError, models, transaction
from django.utils.text import slugify

from arena.actions.errors import BadName, BadTerms, NameTaken
from arena.models import Ladder, League, Tournament
from arena.models.competition import Competition
from arena.names import is_of_one_script, is_readable, is_reserved, normalise
from engine.sentences import gettext_noop as _


def require_name(*, name: str) -> str:
    """Return the name as it is to be stored. Raises BadName for a name that cannot be read, mixes
    alphabets or is reserved. Whether it is free is not checked."""
    name = normalise(name)
    if not is_readable(name):
        raise BadName(
            _("A name needs letters or digits, and nothing that cannot be seen: type it anew.")
        )
    if not is_of_one_script(name):
        raise BadName(
            _(
                "A name is written in one alphabet: do not mix letters that look alike, such as "
                "Latin and Cyrillic ones."
            )
        )
    if is_reserved(name):
        raise BadName(_("“%(name)s” is reserved for the platform: choose another name."), name=name)
    return name


NAME_MOST = 80
RESERVED_SLUGS = {"new", "edit", "api", "estimate", "upload"}  # words of addresses beside slugs
SLUG_MOST = 70  # leaves room for a number


C = TypeVar("C", bound=Competition)


class Words(NamedTuple):
    """What is said of a name that cannot be, and of one that another has."""

    bad: str
    taken: str


WORDS: dict[type[Competition], Words] = {
    Ladder: Words(
        _("A ladder's name has 2 to %(most)d characters that can be seen, on one line."),
        _("Another ladder is called “%(name)s”: choose another name."),
    ),
    Tournament: Words(
        _("A tournament's name has 2 to %(most)d characters that can be seen, on one line."),
        _("Another tournament is called “%(name)s”: choose another name."),
    ),
    League: Words(
        _("A league's name has 2 to %(most)d characters that can be seen, on one line."),
        _("Another league is called “%(name)s”: choose another name."),
    ),
}


def require_free_name(
    *, name: str, among: type[C], present: C | None = None, most: int = NAME_MOST
) -> None:
    """Raise BadTerms for what is no name, and NameTaken where another one than `present` has it."""
    if not 2 <= len(name) <= most or not name.isprintable() or name != " ".join(name.split()):
        raise BadTerms(WORDS[among].bad, most=most)
    others = among._default_manager.exclude(pk=present and present.pk)
    if others.filter(name__iexact=name).exists():
        raise NameTaken(WORDS[among].taken, name=name)


@contextmanager
def name_kept(*, name: str, among: type[Competition]) -> Iterator[None]:
    """A transaction that raises NameTaken where somebody else takes the name at the same time."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise NameTaken(WORDS[among].taken, name=name) from error


def free_slug(*, name: str, among: type[models.Model]) -> str:
    """The name as it stands in an address, with a number where another one stands there."""
    plain = slugify(name)[:SLUG_MOST] or str(among._meta.model_name)
    slug, number = plain, 1
    while slug in RESERVED_SLUGS or among._default_manager.filter(slug=slug).exists():
        number += 1
        slug = f"{plain}-{number}"
    return slug
