from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def fill(apps: Any, _schema: Any) -> None:
    """What the league says now is the best that is known of its older seasons."""
    leagues = apps.get_model("arena", "League").objects.filter(pk=OuterRef("league"))
    apps.get_model("arena", "Season").objects.update(
        most_divisions=Subquery(leagues.values("divisions")[:1]),
        division_size=Subquery(leagues.values("division_size")[:1]),
        promoted=Subquery(leagues.values("promoted")[:1]),
    )


class Migration(migrations.Migration):
    dependencies = [("arena", "0025_time_at_tables")]

    operations = [
        migrations.AddField(
            model_name="season",
            name="most_divisions",
            field=models.PositiveSmallIntegerField(default=2),
        ),
        migrations.AddField(
            model_name="season",
            name="division_size",
            field=models.PositiveSmallIntegerField(default=8),
        ),
        migrations.AddField(
            model_name="season",
            name="promoted",
            field=models.PositiveSmallIntegerField(default=2),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
