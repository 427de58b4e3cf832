from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("arena", "0007_pending_results")]

    operations = [
        migrations.AddField(
            "ladder",
            "matchmake_at",
            models.DateTimeField(
                default=timezone.now,
                editable=False,
                help_text="When the tick looks whether its queue ran empty.",
            ),
        ),
        migrations.AddIndex(
            "ladder",
            models.Index(
                fields=["matchmake_at"],
                name="ladder_to_matchmake",
                condition=models.Q(state="open"),
            ),
        ),
    ]
