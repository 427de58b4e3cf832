from arena.bots.models import Bot
from arena.models import Entrant, Tournament
from arena.tournaments.pairing import by_lot


def fill_field(*, tournament: Tournament) -> list[Entrant]:
    """Enter bots from the waiting list of a locked tournament; return them."""
    free = tournament.most_entrants - tournament.entrants.entered().count()
    waiting = tournament.entrants.waiting().filter(bot__state=Bot.State.ACTIVE)
    moved = list(waiting[: max(0, free)])
    for entrant in moved:
        entrant.state = Entrant.State.ENTERED
        entrant.save(update_fields=["state"])
    return moved


def freeze_versions(*, tournament: Tournament) -> None:
    """Fix current versions and seeding ratings of new entrants."""
    states = [Entrant.State.ENTERED, Entrant.State.WAITING]
    new = tournament.entrants.filter(state__in=states, version=None).select_related("bot")
    ratings: dict[int, float] = {}
    if tournament.ladder is not None:
        entries = tournament.ladder.entries.filter(bot__in=[one.bot_id for one in new])
        ratings = dict(entries.values_list("bot_id", "rating"))
    for entrant in new:
        entrant.version_id = entrant.bot.current_id
        entrant.rating = ratings.get(entrant.bot_id)
    Entrant.objects.bulk_update(new, ["version", "rating"])


def number_seeds(*, tournament: Tournament) -> None:
    """Number the field: by hand, rating, then the seed's lot."""
    tournament.entrants.update(number=None)
    field = {entrant.pk: entrant for entrant in tournament.entrants.entered()}
    seeded = [field[int(pk)] for pk in by_lot(sorted(field), tournament.seed, "seeding")]
    seeded.sort(key=_seeding)
    for number, entrant in enumerate(seeded, 1):
        entrant.number = number
    Entrant.objects.bulk_update(seeded, ["number"])


def _seeding(entrant: Entrant) -> tuple[bool, int, bool, float]:
    by_hand, rating = entrant.seed, entrant.rating
    return by_hand is None, by_hand or 0, rating is None, -(rating or 0.0)
