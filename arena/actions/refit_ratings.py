"""Fit a ladder's ratings to all its results at once, beside those that move match by match."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter

import structlog
from django.db import transaction

from arena.matchmaking import SETTLED_MATCHES
from arena.models import Game, Ladder, RefitRating, Seat
from arena.models.matches import MatchQuerySet
from arena.ratings.fit import fit
from arena.ratings.live_unit import in_live_unit
from arena.ratings.tally import Played, Tally
from arena.ratings.trueskill import Rating

EVERY = timedelta(hours=22)  # a day, with room for a late beat
MOST_MATCHES = 100_000  # the latest: under ten seconds of CPU
CHUNK = 1000  # matches read at a time
log = structlog.get_logger(__name__)


def claim_refit(*, now: datetime) -> Ladder | None:
    """A ladder that has heard of new matches since its refit, a day ago or longer; None: no such.

    Each is told to one caller alone, who sees to it.
    """
    waiting = Ladder.objects.to_refit(before=now - EVERY)
    for ladder in waiting:
        if waiting.filter(pk=ladder.pk).update(refitted_at=now):
            return ladder
    return None


def refit_ratings(*, ladder: Ladder) -> int:
    """Fit again, and store what came for the versions that play now, in the unit of their live
    ratings; says how many.

    Every version has a skill of its own, expected near that of the version that its bot played
    before. Nothing is locked while it is computed.
    """
    last = Ladder.objects.get(pk=ladder.pk).recorded
    results = Results(ladder, range(max(1, last - MOST_MATCHES + 1), last + 1))
    fitted_to = fit(results.tally, seats=ladder.seats, links=list(results.links.items()))
    skills, matches = fitted_to.skills, results.matches
    with transaction.atomic():
        ladder = Ladder.objects.locked(ladder.pk)
        present = ladder.entries.filter(bot__current__in=skills.keys())
        rows = list(present.values_list("pk", "bot__current", "mu"))
        live = {version: mu for _, version, mu in rows if matches[version] >= SETTLED_MATCHES}
        skills = in_live_unit(skills, live)
        fitted = [
            _fitted(entry, version, skills[version], matches[version]) for entry, version, _ in rows
        ]
        RefitRating.objects.filter(entry__ladder=ladder).delete()
        RefitRating.objects.bulk_create(fitted)
        ladder.refit_serial = last
        ladder.save(update_fields=["refit_serial"])
    told = fitted_to.parameters._asdict()
    log.info("ratings_refitted", ladder=ladder.pk, through=last, versions=len(fitted), **told)
    return len(fitted)


class Results:
    """The matches of a ladder with these serials: a tally by version, and which followed which."""

    def __init__(self, ladder: Ladder, serials: range) -> None:
        self.tally = Tally()
        self.matches: Counter[int] = Counter()
        self.links: dict[int, int] = {}
        self.playing: dict[int, int] = {}  # bot -> its version in the match before
        rated = ladder.matches.rated()
        for first in range(serials.start, serials.stop, CHUNK):
            self.read(rated.filter(serial__range=(first, min(first + CHUNK, serials.stop) - 1)))

    def read(self, matches: MatchQuerySet) -> None:
        """Count these."""
        ids = list(matches.values_list("pk", flat=True))
        games: defaultdict[int, list[list[int]]] = defaultdict(list)
        found = Game.objects.filter(match__in=ids).order_by("match", "number")
        for match, seating, by_seat in found.values_list("match", "seating", "ranks"):
            games[match].append(by_position(seating, by_seat))
        seats = Seat.objects.filter(match__in=ids).order_by("match__serial", "position")
        rows = seats.values_list("match", "version", "rank", "version__bot")
        for match, group in groupby(rows, itemgetter(0)):
            _matches, versions, ranks, bots = zip(*group, strict=True)
            self.tally.add(Played(versions, games[match], ranks))
            for bot, version in zip(bots, versions, strict=True):
                self.follow(bot, version)

    def follow(self, bot: int, version: int) -> None:
        """A version that plays for the first time follows the one that its bot played before."""
        before = self.playing.get(bot)
        if before is not None and not self.matches[version]:
            self.links[version] = before
        self.matches[version] += 1
        self.playing[bot] = version


def by_position(seating: Sequence[int], ranks: Sequence[int]) -> list[int]:
    """Ranks of a game by the position of its seats in the match."""
    places = dict(zip(seating, ranks, strict=True))
    return [places[position] for position in range(len(seating))]


def _fitted(entry: int, version: int, skill: Rating, matches: int) -> RefitRating:
    mu, sigma = skill
    return RefitRating(entry_id=entry, version_id=version, mu=mu, sigma=sigma, matches=matches)
