from collections import Counter
from itertools import groupby

from django.db import migrations, models
from django.db.models import F, Q

COLUMNS = {0.0: "points_00", 0.5: "points_05", 1.0: "points_10", 1.5: "points_15", 2.0: "points_20"}


def count_pairs(apps, schema_editor):
    """Count the matches of two games that the head-to-heads contain."""
    Seat, HeadToHead = apps.get_model("arena", "Seat"), apps.get_model("arena", "HeadToHead")
    entries = {
        (ladder, bot): pk
        for pk, ladder, bot in apps.get_model("arena", "Entry")
        .objects.values_list("pk", "ladder", "bot")
    }
    counted = Q(match__status="finished") | Q(match__voided_tally=None)
    seats = Seat.objects.filter(
        counted,
        match__serial__lte=F("match__ladder__tally_progress__last_serial"),
        match__seats_count=2,
        match__games_planned=2,
    ).order_by("match", "position")
    rows = seats.values_list(
        "match", "match__ladder", "version__bot", "version__number", "points"
    )
    pairs = {}
    for _match, sides in groupby(rows.iterator(), lambda row: row[0]):
        one, other = sides
        for own, theirs in ((one, other), (other, one)):
            entry, opponent = entries[own[1:3]], entries[theirs[1:3]]
            for versions in ((0, 0), (own[3], 0), (own[3], theirs[3])):
                key = (entry, opponent, *versions)
                pairs.setdefault(key, Counter())[COLUMNS[own[4] or 0.0]] += 1
    for (entry, opponent, version, against), counts in pairs.items():
        HeadToHead.objects.filter(
            entry=entry, opponent=opponent, version=version, opponent_version=against
        ).update(**counts)


class Migration(migrations.Migration):
    dependencies = [("arena", "0036_messages_in_parts")]

    operations = [
        *(
            migrations.AddField(
                model_name="headtohead",
                name=name,
                field=models.IntegerField(default=0),
            )
            for name in COLUMNS.values()
        ),
        migrations.RunPython(count_pairs, migrations.RunPython.noop, elidable=True),
        migrations.DeleteModel(name="PairCount"),
    ]
