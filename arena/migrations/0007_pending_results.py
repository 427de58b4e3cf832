from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("arena", "0006_challenges_and_follows")]

    operations = [
        migrations.AddField(
            "match",
            "is_pending",
            models.BooleanField(
                default=False,
                help_text="Its result is stored, and not yet applied: ratings, checks, notifications.",
            ),
        ),
        migrations.AddIndex(
            "match",
            models.Index(
                fields=["ladder", "finished_at"],
                name="match_pending",
                condition=models.Q(is_pending=True),
            ),
        ),
    ]
