"""An upgraded platform recomputes its ratings in the background, from its match rows."""

from tests.arena.processes import MIGRATE, Platform

FILL = """
from tests.arena.results import played
from tests.cast import play_with
ladder, empty = a_ladder(), a_ladder(slug="empty", name="Empty")
bots = [a_house_bot(f"House {number}", ladder) for number in range(4)]
dice = random.Random(3)
for number in range(60):
    played(ladder, *dice.sample(bots, 2), points=dice.choice([(2, 0), (1, 1)]))
    if number == 30:
        play_with(bots[0], b"# the second version", ladder)
"""
# Rows as the previous release left them: one rating per bot, with its last rated version.
BEFORE = """
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
state = MigrationExecutor(connection).loader.project_state(("arena", "0028_retention"))
models = state.apps.get_app_config("arena")
for entry in models.get_model("Entry").objects.select_related("bot"):
    entry.version_id, entry.mu, entry.sigma = entry.bot.current_id, 20.0 + entry.pk, 1.5
    entry.save(update_fields=["version", "mu", "sigma"])
"""
AFTER = """
from arena.actions.ratings.recompute_ratings import recompute_ratings
from arena.actions.ratings.refit_ratings import refit_ratings
from arena.models import RatingRun, VersionRating
from tests.arena.recomputed import recomputed, stored
from tests.arena.results import played
ladder = Ladder.objects.get(slug="dominion-first-game")
bots = [entry.bot for entry in ladder.entries.order_by("pk").select_related("bot")]
shown = [entry.mu for entry in ladder.entries.order_by("pk")]
assert shown == [20.0 + entry.pk for entry in ladder.entries.order_by("pk")], shown
played(ladder, bots[0], bots[1])
entry = ladder.entries.get(bot=bots[0])
assert 0 < entry.mu - shown[0] < 2 and entry.sigma < 1.5, "it goes on from there"
assert entry.matches == entry.versions.get().matches
assert not refit_ratings(ladder_id=ladder.pk), "all is computed again first"
rating_run = RatingRun.objects.get(state="filling")
assert recompute_ratings(rating_run=rating_run, worker=claim_name())
while refit_ratings(ladder_id=ladder.pk):
    pass
ladder.refresh_from_db()
assert (ladder.recorded, ladder.fit.serial) == (61, 50)
assert recomputed(ladder) == stored(ladder) and len(stored(ladder)) == 5
old = RatingRun.objects.exclude(pk=rating_run.pk).get()
assert recompute_ratings(rating_run=old, worker=claim_name())
assert set(VersionRating.objects.values_list("rating_run", flat=True)) == {1}
print("done")
"""


def test_ratings_of_the_release_before_count_until_all_are_computed_again(
    platform: Platform,
) -> None:
    platform.do(FILL)
    platform.run(*MIGRATE, "arena", "0028")
    platform.do(BEFORE)
    platform.run(*MIGRATE)
    assert platform.do(AFTER).strip() == "done"
