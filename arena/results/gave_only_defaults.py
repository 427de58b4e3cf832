from arena.matches.models.matches import MatchQuerySet
from arena.matches.referee.decision_log import is_default
from arena.models import Game, Version


def gave_only_defaults(*, version: Version, matches: MatchQuerySet) -> bool:
    """Return whether all of a version's answers in these matches were the defaults."""
    answered = False
    for game in Game.objects.filter(match__in=matches).prefetch_related("match__seats"):
        own = {seat.position for seat in game.match.seats.all() if seat.version_id == version.pk}
        for row in game.logged_decisions:
            if game.seating[row["seat"]] in own:
                if not is_default(row):
                    return False
                answered = True
    return answered
