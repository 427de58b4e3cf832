"""Names: what may be one, and that it is free."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from django.db import IntegrityError, models, transaction
from django.utils.text import slugify

from arena.core.errors import BadName, BadTerms, NameTaken
from arena.core.names import is_of_one_script, is_readable, is_reserved, normalise
from arena.models import Ladder, League, Tournament
from arena.models.competition import Competition
from engine.messages import gettext_noop as _


def require_name(*, name: str) -> str:
    """Return the normalised name, perhaps taken. Raises BadName."""
    name = normalise(name)
    if not is_readable(name):
        raise BadName(
            _("A name needs letters or digits and no invisible characters. Type it again.")
        )
    if not is_of_one_script(name):
        raise BadName(
            _(
                "Use letters of one alphabet only. Do not mix similar letters, such as Latin and "
                "Cyrillic ones."
            )
        )
    if is_reserved(name):
        raise BadName(_("“%(name)s” is reserved. Choose another name."), name=name)
    return name


NAME_MOST = 80
# Words of addresses beside slugs.
RESERVED_SLUGS = {"new", "edit", "api", "estimate", "upload", "compare", "history"}
SLUG_MOST = 70  # leaves room for a number


C = TypeVar("C", bound=Competition)


class Words(NamedTuple):
    """Messages for bad and taken names."""

    bad: str
    taken: str


WORDS: dict[type[Competition], Words] = {
    Ladder: Words(
        _("A ladder's name needs 2 to %(most)d visible characters on one line."),
        _("A ladder named “%(name)s” already exists. Choose another name."),
    ),
    Tournament: Words(
        _("A tournament's name needs 2 to %(most)d visible characters on one line."),
        _("A tournament named “%(name)s” already exists. Choose another name."),
    ),
    League: Words(
        _("A league's name needs 2 to %(most)d visible characters on one line."),
        _("A league named “%(name)s” already exists. Choose another name."),
    ),
}


def require_free_name(
    *, name: str, among: type[C], present: C | None = None, most: int = NAME_MOST
) -> None:
    """Raise BadTerms, or NameTaken by another than `present`."""
    if not 2 <= len(name) <= most or not name.isprintable() or name != " ".join(name.split()):
        raise BadTerms(WORDS[among].bad, term="name", most=most)
    others = among._default_manager.exclude(pk=present and present.pk)
    if others.filter(name__iexact=name).exists():
        raise NameTaken(WORDS[among].taken, name=name)


@contextmanager
def name_kept(*, name: str, among: type[Competition]) -> Iterator[None]:
    """Open a transaction; a concurrent taker of the name raises NameTaken."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise NameTaken(WORDS[among].taken, name=name) from error


def free_slug(*, name: str, among: type[models.Model]) -> str:
    """Return a slug, numbered if taken."""
    plain = slugify(name)[:SLUG_MOST] or str(among._meta.model_name)
    slug, number = plain, 1
    while slug in RESERVED_SLUGS or among._default_manager.filter(slug=slug).exists():
        number += 1
        slug = f"{plain}-{number}"
    return slug
