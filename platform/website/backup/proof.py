"""The proof of a restored platform: ratings computed again, games replayed from their records."""

from collections.abc import Iterator

from django.db.models import Max, Min

from arena.actions.recompute_ratings import CHUNK, Filling
from arena.models import Entry, Epoch, Game, Ladder, RatingChange
from engine.record import BadRecord, replay

SAMPLE = 50  # games that are played again


class Recount(Filling):
    """The ratings of a ladder from its match rows, in memory: nothing is stored."""

    def __init__(self, ladder: Ladder) -> None:
        self.epoch = Epoch(ladder=ladder, number=ladder.epoch)
        self.ladder = ladder
        self.entries = {}
        self.accounts = {}

    def store(self, changes: list[RatingChange]) -> None:
        """Nothing is kept but the accounts."""

    def differing(self) -> list[str]:
        """List the bots whose rating is another one than the matches give."""
        while self.hear() == CHUNK:
            pass
        entries = self.ladder.entries.select_related("bot").order_by("pk")
        return [entry.bot.name for entry in entries if not self._agrees(entry)]

    def _agrees(self, entry: Entry) -> bool:
        account = self.accounts.get(entry.pk)
        if account is None:
            return entry.rated_at is None
        names = ("version_id" if name == "version" else name for name in Entry.COMPUTED)
        return all(getattr(entry, name) == getattr(account, name) for name in names)


def wrong_ratings() -> Iterator[str]:
    """Ladders whose stored ratings are not what their matches give. Those that are just being
    computed again are left out."""
    filling = Epoch.objects.filter(state=Epoch.State.FILLING).values("ladder")
    for ladder in Ladder.objects.exclude(pk__in=filling).order_by("pk"):
        if bots := Recount(ladder).differing():
            yield f"ladder {ladder.slug}: the ratings of {', '.join(bots[:5])} differ"


def sample() -> Iterator[Game]:
    """Choose some games, evenly from the first to the last."""
    span = Game.objects.aggregate(first=Min("pk"), last=Max("pk"))
    first, last = span["first"] or 0, span["last"] or 0
    steps = {first + (last - first) * number // (SAMPLE - 1) for number in range(SAMPLE)}
    found = (Game.objects.filter(pk__gte=step).order_by("pk").first() for step in sorted(steps))
    seen: set[int] = set()
    for game in found:
        if game is not None and game.pk not in seen:
            seen.add(game.pk)
            yield game


def wrong_games() -> Iterator[str]:
    """Games of the sample whose records do not give the events that are stored. A record of other
    rules proves nothing, and is passed over."""
    for game in sample():
        try:
            again = replay(game.record)
        except BadRecord:
            continue
        if game.packed_events and again.events(None) != game.events:
            yield f"game {game.number + 1} of match {game.match_id}: its record gives other events"
