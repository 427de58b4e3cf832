"""A ladder's ratings from its match rows: a simple reference implementation."""

from arena.models import Game, Ladder, Version, VersionRating
from arena.ratings.fit import fit
from arena.ratings.parameters import Parameters, next_fit
from arena.ratings.tally import Played, Tally
from arena.ratings.trueskill import Rating, of_new_version, rate


def stored(ladder: Ladder) -> dict[int, Rating]:
    """The ratings that count, by version."""
    rows = VersionRating.objects.filter(entry__ladder=ladder, rating_run=ladder.rating_run)
    return {row.version_id: row.skill for row in rows}


def recomputed(ladder: Ladder) -> dict[int, Rating]:
    """Recompute the ladder's fits, then its live changes; without idle weeks."""
    skills: dict[int, Rating] = {}
    playing: dict[int, int] = {}  # bot -> the version that it played last
    links: list[tuple[int, int]] = []
    parameters, tally = Parameters().fixed_by(ladder.fixed), Tally()
    every, due = ladder.fit_every, ladder.fit_every
    members = Version.objects.exclude(bot__is_house=True)
    owners = dict(members.values_list("pk", "bot__owner"))
    fitted = ladder.fit.serial if ladder.fit else 0
    for match in [*ladder.matches.rated(), None]:
        while due <= fitted and (match is None or (match.serial or 0) > due):
            found = fit(tally, seats=ladder.seats, links=links, fixed=ladder.fixed, owners=owners)
            skills |= found.skills
            parameters, due = found.parameters, next_fit(due, every=every)
        if match is None:
            break
        versions = [seat.version for seat in match.seats.select_related("version")]
        for version in versions:
            if version.pk not in skills:
                skills[version.pk] = _first(version, playing, skills, parameters, links)
            playing[version.bot_id] = version.pk
        ranks = [seat.rank or 0 for seat in match.seats.all()]
        before = [skills[version.pk] for version in versions]
        after = rate(before, ranks, draw_probability=parameters.draw_probability)
        skills |= {version.pk: skill for version, skill in zip(versions, after, strict=True)}
        games = [_ranks(game) for game in match.games.order_by("number")]
        tally.add(Played([one.pk for one in versions], games, ranks))
    return skills


def _first(
    version: Version,
    playing: dict[int, int],
    skills: dict[int, Rating],
    parameters: Parameters,
    links: list[tuple[int, int]],
) -> Rating:
    before = playing.get(version.bot_id)
    if before is None:
        return Rating()
    links.append((version.pk, before))
    return of_new_version(skills[before], parameters.drift)


def _ranks(game: Game) -> list[int]:
    return [game.ranks[game.seating.index(seat)] for seat in range(len(game.ranks))]
