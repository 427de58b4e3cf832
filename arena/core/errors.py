"""Errors that refuse an action."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from arena.core.translation import translate
from arena.models import Version
from engine.messages import UserError


class Refused(UserError):
    """The action was refused and changed nothing; the message says what to do instead.

    `term` names the term of a competition or the field that is wrong; it is empty if none is.
    """

    term = ""

    @property
    def message(self) -> str:
        """Return the message in the active language."""
        return translate(self.problem)

    def __str__(self) -> str:
        return self.message


class BadUpload(Refused):
    """The file cannot be a bot."""

    term = "upload"


class SameUpload(Refused):
    """The bot has this file already, as `version`."""

    term = "upload"

    def __init__(self, words: str, /, *, version: Version, **params: Any) -> None:
        super().__init__(words, **params)
        self.version = version


class NameTaken(Refused):
    """The name is taken, ignoring case."""

    term = "name"


class BadName(Refused):
    """The name is not allowed."""

    term = "name"


class NotYours(Refused):
    """It belongs to another person."""


class NotBenched(Refused):
    """The bot is not benched."""


class VersionUnfit(Refused):
    """The version may not play, or plays already."""


class Withdrawn(Refused):
    """The bot was withdrawn."""


class LadderClosed(Refused):
    """The ladder takes no entries."""

    term = "ladder"


class NotOrganiser(Refused):
    """Only organisers may do this."""


class BadTerms(Refused):
    """These terms are impossible."""

    def __init__(self, words: str, /, *, term: str = "", **params: Any) -> None:
        super().__init__(words, **params)
        self.term = term


class EditedMeanwhile(Refused):
    """Others changed the terms meanwhile: `changes` has their old and new values by name."""

    def __init__(
        self, words: str, /, *, changes: Mapping[str, tuple[Any, Any]], revision: int, **params: Any
    ) -> None:
        super().__init__(words, **params)
        self.changes, self.revision = changes, revision


class RulesFixed(Refused):
    """Matches were played by these rules."""


class NoJail(Refused):
    """No worker has a jail, so uploads are refused."""


class NotStored(Refused):
    """The storage is full or does not answer."""


class NeedsReason(Refused):
    """An irreversible action needs a public reason."""

    term = "reason"


class WrongState(Refused):
    """Its state does not allow this."""


class EntriesClosed(Refused):
    """The tournament takes no entries, or none from owners."""


class BotUnfit(Refused):
    """The bot may not play, or not this game."""


class TooManyBots(Refused):
    """The owner has no more places in the tournament."""


class FieldFull(Refused):
    """The tournament is full."""


class NotEntered(Refused):
    """The bot is not in the tournament."""


class AlreadyEntered(Refused):
    """The bot is in the tournament, or was excluded."""


class CannotStart(Refused):
    """These terms and entrants make no tournament."""


class RulesChanged(Refused):
    """The engine's rules changed since the start."""


class NotKept(Refused):
    """The data was removed by age."""


class LaterRounds(Refused):
    """Later rounds depend on it."""


class NothingRated(Refused):
    """The match has no rated result."""


class QuotaUsed(Refused):
    """The daily quota is used up until `until`."""

    def __init__(self, words: str, /, *, until: datetime | None = None, **params: Any) -> None:
        super().__init__(words, **params)
        self.until = until


class HasPlayed(Refused):
    """Others have results against it."""


class OwnerFull(Refused):
    """The owner has no more places for bots."""


class NoChallenge(Refused):
    """These bots cannot play a challenge."""


class TooManyFollows(Refused):
    """The person follows as much as is possible."""


class StaleChoice(Refused):
    """The game has gone on since."""


class BadChoice(Refused):
    """The picks do not answer the decision."""


class NoGame(Refused):
    """No such game against bots is possible."""
