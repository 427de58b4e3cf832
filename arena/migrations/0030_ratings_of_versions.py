"""Every version has a rating of its own, and all of them are computed again.

The workers do so in the background, as after any change of what ratings are computed from; until
then each bot goes on from the rating that it has.
"""

from typing import Any

from django.db import migrations
from django.db.models import Max

COUNTS = ("mu", "sigma", "matches", "wins", "draws", "losses", "faults", "rated_at")


def rate_versions(apps: Any, _schema_editor: Any) -> None:
    """Give the version that was rated last the rating of its bot, and ask for the computation."""
    models = apps.get_app_config("arena")
    ladders, ratings = models.get_model("Ladder"), models.get_model("VersionRating")
    ladders.objects.update(draw_probability=None)  # nobody could choose it so far
    for ladder in ladders.objects.filter(recorded__gt=0):
        entries = ladder.entries.exclude(version=None)
        ratings.objects.bulk_create(
            (
                ratings(
                    entry=entry,
                    version_id=entry.version_id,
                    epoch=ladder.epoch,
                    first_serial=1,
                    last_serial=ladder.recorded,
                    **{name: getattr(entry, name) for name in COUNTS},
                )
                for entry in entries
            ),
            batch_size=1000,
        )
        ladder.epochs.filter(state="filling").update(
            state="retired", through=0, worker="", lease_until=None
        )
        last = ladder.epochs.aggregate(last=Max("number"))["last"] or 0
        ladder.epochs.create(number=max(last, ladder.epoch) + 1, state="filling")


class Migration(migrations.Migration):

    dependencies = [
        ('arena', '0029_versions_and_fits'),
    ]

    operations = [
        migrations.RunPython(rate_versions, migrations.RunPython.noop, elidable=True),
    ]
