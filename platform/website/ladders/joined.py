"""Ladders that bots are on, join, or could not join."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.models import Bot, Entry, Ladder, LadderCheck
from website.accounts.models import User
from website.site.verdicts import verdict_text

PLAYING, CHECKING, FAILED, WAITING, STOPPED, LEFT = STATES = (
    "playing", "checking", "failed", "waiting", "stopped", "left",
)  # fmt: skip
WORDS = {
    PLAYING: _("playing"),
    CHECKING: _("being checked"),
    FAILED: _("failed its check"),
    WAITING: _("waiting for its check"),
    STOPPED: _("not playing"),
    LEFT: _("left"),
}


@dataclass(frozen=True)
class Joined:
    """A bot and a ladder, with its entry and its current version's check there, if any."""

    bot: Bot
    ladder: Ladder
    entry: Entry | None
    check: LadderCheck | None

    @property
    def is_in(self) -> bool:
        return self.entry is not None and self.entry.is_active

    @property
    def state(self) -> str:
        check = self.check
        wished = check is not None and (self.is_in or check.enters)
        if self.is_in and not self.bot.may_play:
            return STOPPED
        if check is not None and wished and check.state != LadderCheck.State.PASSED:
            return CHECKING if check.state == LadderCheck.State.CHECKING else FAILED
        if not self.is_in:
            return LEFT
        return PLAYING if check is not None else WAITING

    @property
    def words(self) -> str:
        return str(WORDS[self.state])

    @property
    def failure(self) -> dict[str, Any] | None:
        return self.check.failure if self.check else None

    @property
    def why(self) -> str:
        """Return the failure's verdict in words."""
        return verdict_text(self.failure.get("verdict", "")) if self.failure else ""

    @property
    def only_defaults(self) -> bool:
        return self.check is not None and self.check.only_defaults


def joined_ladders(
    bots: Iterable[Bot], viewer: User | None, ladder: Ladder | None = None
) -> list[Joined]:
    """Return the bots' ladders, or this one of them, in order; those left too."""
    entries = (
        Entry.objects.seen_by(viewer)
        .filter(bot__in=[bot.pk for bot in bots])
        .select_related("ladder")
    )
    return joined_by(bots, entries.filter(ladder=ladder) if ladder else entries, viewer, ladder)


def joined_by(
    bots: Iterable[Bot],
    entries: Iterable[Entry],
    viewer: User | None,
    ladder: Ladder | None = None,
) -> list[Joined]:
    """Do the same with entries read before."""
    by_id = {bot.pk: bot for bot in bots}
    current = [bot.current_id for bot in by_id.values()]
    checks = LadderCheck.objects.seen_by(viewer).standing().filter(version__in=current)
    checks = checks.select_related("ladder", "version")
    if ladder is not None:
        checks = checks.filter(ladder=ladder)
    entered = {(entry.bot_id, entry.ladder_id): entry for entry in entries}
    checked = {(check.version.bot_id, check.ladder_id): check for check in checks}
    rows = []
    for key in sorted(entered.keys() | checked.keys()):
        entry, check = entered.get(key), checked.get(key)
        row = entry or check
        if row is not None:
            rows.append(Joined(by_id[key[0]], row.ladder, entry, check))
    return rows


def present(rows: Iterable[Joined]) -> list[Joined]:
    """Leave out the ladders that the bots have left."""
    return [row for row in rows if row.state != LEFT]


def may_join(viewer: User, ladder: Ladder) -> QuerySet[Bot]:
    """Return the viewer's bots that are not on the ladder and could be."""
    own = Bot.objects.run_by(viewer).filter(state=Bot.State.ACTIVE, current__isnull=False)
    inside = Entry.objects.seen_by(viewer).filter(ladder=ladder, is_active=True)
    return own.exclude(pk__in=inside.values("bot")).select_related("current").order_by("name")


def said_after(check: LadderCheck) -> str:
    """Say what joining came to."""
    if check.state == LadderCheck.State.PASSED:
        words = gettext("“%(name)s” is on the ladder “%(ladder)s” now.")
    else:
        words = gettext(
            "“%(name)s” is being checked for “%(ladder)s”. It enters as soon as it has passed."
        )
    return words % {"name": check.version.bot.name, "ladder": check.ladder.name}
