"""Why an action was not done."""

from datetime import datetime
from typing import Any

from arena.translated import said
from engine.sentences import Told


class Refused(Told):
    """The action may not be done as asked; the message says what to do instead. Nothing changed."""

    @property
    def message(self) -> str:
        """What to do instead, in the language that is active now."""
        return said(self.sentence)

    def __str__(self) -> str:
        return self.message


class BadUpload(Refused):
    """The file cannot be a bot."""


class SameUpload(Refused):
    """The bot has this very file already."""


class NameTaken(Refused):
    """Another bot, ladder or tournament has this name, in some case."""


class BadName(Refused):
    """No bot may be called so."""


class NotYours(Refused):
    """The bot is another's."""


class NotBenched(Refused):
    """The bot has nothing to be freed from."""


class VersionUnfit(Refused):
    """The version may not play, or plays already."""


class Withdrawn(Refused):
    """The bot's owner has taken it out of play for good."""


class LadderClosed(Refused):
    """The ladder takes no entries."""


class NotOrganiser(Refused):
    """This is for organisers alone."""


class BadTerms(Refused):
    """No ladder can have these terms."""


class RulesFixed(Refused):
    """Matches have been played by the rules that were to be changed."""


class NoJail(Refused):
    """No worker can jail a stranger's code, so none is taken."""


class NotStored(Refused):
    """The file cannot be kept now: the disk is full, or the bucket does not answer."""


class NeedsReason(Refused):
    """What cannot be undone is done with a reason, which everybody can read afterwards."""


class WrongState(Refused):
    """The tournament is not, or no longer, where this can be done."""


class EntriesClosed(Refused):
    """The tournament takes no entries, or none from owners."""


class BotUnfit(Refused):
    """The bot may not play, or not this game."""


class TooManyBots(Refused):
    """The owner has as many bots in the tournament as one may have."""


class FieldFull(Refused):
    """The tournament has as many entrants as it may have."""


class NotEntered(Refused):
    """The bot is not in the tournament, or no longer."""


class AlreadyEntered(Refused):
    """The bot is in the tournament, or was excluded from it."""


class CannotStart(Refused):
    """No tournament can be played by these terms with these entrants."""


class RulesChanged(Refused):
    """The engine plays by other rules than when the tournament began."""


class NotKept(Refused):
    """What was stored has been removed since, as old as it is."""


class LaterRounds(Refused):
    """What has been drawn since depends on it."""


class NothingRated(Refused):
    """The match has no rated result."""


class QuotaUsed(Refused):
    """So much has been done today already; there is room again at `until`, as the message says."""

    def __init__(self, words: str, *, until: datetime | None = None, **params: Any) -> None:
        super().__init__(words, **params)
        self.until = until


class OwnerFull(Refused):
    """The owner has as many bots as one may have."""


class NoChallenge(Refused):
    """These bots cannot meet for a challenge."""


class StaleChoice(Refused):
    """The game has gone on since the decision was shown."""


class BadChoice(Refused):
    """The picks are no answer to the decision."""


class NoGame(Refused):
    """No game against a bot can be played so."""


class ClaimLost(Exception):
    """The match is not this worker's any more: its lease ran out and it was given back."""
