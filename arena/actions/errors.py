"""Why an action was not done."""


class Refused(Exception):
    """The action may not be done as asked; the message says what to do instead. Nothing changed."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class BadUpload(Refused):
    """The file cannot be a bot."""


class SameUpload(Refused):
    """The bot has this very file already."""


class NameTaken(Refused):
    """Another bot or ladder has this name, in some case."""


class BadName(Refused):
    """No bot may be called so."""


class NotYours(Refused):
    """The bot is another's."""


class NotBenched(Refused):
    """The bot has nothing to be freed from."""


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


class ClaimLost(Exception):
    """The match is not this worker's any more: its lease ran out and it was given back."""
