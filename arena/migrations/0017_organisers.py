from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def hide_cancelled_drafts(apps: Any, schema: BaseDatabaseSchemaEditor) -> None:
    """Hide cancelled tournaments that were never opened, as drafts are."""
    database = schema.connection.alias
    opened = apps.get_model("arena", "Action").objects.using(database)
    opened = set(opened.filter(verb="open_tournament").values_list("target", flat=True))
    cancelled = apps.get_model("arena", "Tournament").objects.using(database)
    for tournament in cancelled.filter(state="cancelled"):
        if f"tournament {tournament.pk}" not in opened:
            tournament.is_cancelled_draft = True
            tournament.save(update_fields=["is_cancelled_draft"])


class Migration(migrations.Migration):
    dependencies = [
        ("arena", "0016_plays_since"),
    ]

    operations = [
        migrations.AddField(
            model_name="ladder",
            name="revision",
            field=models.PositiveIntegerField(
                db_default=1, default=1, help_text="Counts the changes of its settings, from 1."
            ),
        ),
        migrations.AddField(
            model_name="league",
            name="if_unpaired",
            field=models.CharField(
                choices=[
                    ("rematch", "pair opponents again, as rarely as possible"),
                    ("end", "end with the standings so far"),
                    ("pause", "pause and notify the organiser"),
                ],
                db_default="pause",
                default="rematch",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="league",
            name="revision",
            field=models.PositiveIntegerField(
                db_default=1, default=1, help_text="Counts the changes of its settings, from 1."
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="if_unpaired",
            field=models.CharField(
                choices=[
                    ("rematch", "pair opponents again, as rarely as possible"),
                    ("end", "end with the standings so far"),
                    ("pause", "pause and notify the organiser"),
                ],
                db_default="pause",
                default="rematch",
                help_text="What happens if a round cannot be paired.",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="is_cancelled_draft",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Cancelled before it was opened: only organisers can see it.",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="revision",
            field=models.PositiveIntegerField(
                db_default=1, default=1, help_text="Counts the changes of its settings, from 1."
            ),
        ),
        migrations.AlterField(
            model_name="notification",
            name="kind",
            field=models.CharField(
                choices=[
                    ("check.passed", "a check passed"),
                    ("check.failed", "a check failed"),
                    ("bot.faulted", "a version has its first fault"),
                    ("bot.benched", "a bot is benched"),
                    ("bot.released", "a benched bot plays again"),
                    ("ladder.passed", "a bot enters a ladder"),
                    ("ladder.failed", "a bot fails a ladder's check"),
                    ("ladder.overtaken", "a bot is overtaken on a ladder"),
                    ("tournament.drawn", "a tournament is paired"),
                    ("tournament.finished", "a tournament is over"),
                    ("tournament.blocked", "a tournament of yours is blocked"),
                    ("season.made", "a league's season is ready"),
                    ("season.finished", "a league's season is over"),
                    ("league.blocked", "a league of yours is blocked"),
                    ("challenge.finished", "a challenge is finished"),
                    ("challenge.asked", "a challenge waits for your answer"),
                    ("challenge.answered", "a challenge of yours is answered"),
                    ("webhook.stopped", "a webhook is turned off"),
                ],
                max_length=30,
            ),
        ),
        migrations.RunPython(hide_cancelled_drafts, migrations.RunPython.noop, elidable=True),
    ]
