"""Follow and unfollow things, and find what a person follows."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Model, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arena.models import Bot, Follow, Ladder, League, Tournament
from arena.models.name_key import Row, select_named
from arena.people.follow import follow
from website.accounts.models import User


class Kind(NamedTuple):
    """A kind that can be followed: its field, the name in addresses, its page and title."""

    field: str
    named: str
    route: str
    title: Promise

    def select(self, rows: QuerySet[Row], name: str) -> QuerySet[Row]:
        """Select what has this name; people are found however it is written."""
        if self.named == "username":
            return select_named(rows, name, self.named)
        return rows.filter(slug=name) if name.isprintable() else rows.none()


KINDS = {
    "bots": Kind("bot", "slug", "bots:detail", _("Bots")),
    "people": Kind("person", "username", "person", _("People")),
    "ladders": Kind("ladder", "slug", "ladders:leaderboard", _("Ladders")),
    "tournaments": Kind("tournament", "slug", "tournaments:detail", _("Tournaments")),
    "leagues": Kind("league", "slug", "leagues:detail", _("Leagues")),
}
NAMES = {kind.field: name for name, kind in KINDS.items()}


class Followed(NamedTuple):
    """A line of the list of what one follows."""

    kind: str
    name: str
    title: str
    path: str


def targets(viewer: User | None, kind: str) -> QuerySet[Model]:
    """Return what of this kind the viewer can follow. Raise Http404 for another kind."""
    rows: dict[str, QuerySet[Model]] = {
        "bots": Bot.objects.seen_by(viewer),
        "people": User.objects.filter(is_active=True),
        "ladders": Ladder.objects.seen_by(viewer),
        "tournaments": Tournament.objects.seen_by(viewer),
        "leagues": League.objects.seen_by(viewer),
    }
    if kind not in rows:
        raise Http404
    return rows[kind]


def follow_named(person: User, kind: str, name: str) -> None:
    """Follow it; repeatable. Raise Http404 for what the person may not see, TooManyFollows."""
    rows = targets(person, kind)
    target = get_object_or_404(KINDS[kind].select(rows, name))
    follow(person=person, kind=KINDS[kind].field, target=target)


def unfollow_named(person: User, kind: str, name: str) -> None:
    """Unfollow it, even if it can no longer be seen. Raise Http404 for what is unknown."""
    rows = targets(person, kind)
    if not name.isprintable():
        raise Http404
    own = Follow.objects.run_by(person)
    if kind == "people":
        own = own.filter(person__in=select_named(User.objects.all(), name, "username"))
    else:
        own = own.filter(**{f"{KINDS[kind].field}__slug": name})
    deleted, _by_model = own.delete()
    if not deleted:
        get_object_or_404(KINDS[kind].select(rows, name))


def followed_by(person: User) -> list[Followed]:
    """Return what the person follows and can see, by kind and name."""
    rows = Follow.objects.run_by(person).visible(person)
    lines = []
    for row in rows.select_related(*NAMES):
        kind = NAMES[row.kind]
        name = getattr(row.target, KINDS[kind].named)
        path = reverse(KINDS[kind].route, args=[name])
        lines.append(Followed(kind, name, str(row.target), path))
    order = list(KINDS)
    return sorted(lines, key=lambda line: (order.index(line.kind), line.title.lower()))


def is_followed(person: User, kind: str, target: Model) -> bool:
    return Follow.objects.run_by(person).filter(**{KINDS[kind].field: target.pk}).exists()
