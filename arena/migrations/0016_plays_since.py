from django.db import migrations, models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce


def note_versions_that_played(apps, _editor):
    """A version has played if it is current, or has a rating."""
    Bot, Version, VersionRating = (
        apps.get_model("arena", name) for name in ("Bot", "Version", "VersionRating")
    )
    current = Bot.objects.filter(current__isnull=False).values("current")
    rated = VersionRating.objects.filter(version=OuterRef("pk"))
    played = Version.objects.filter(Q(pk__in=current) | Q(Exists(rated)))
    played.update(plays_since=Coalesce("checked_at", "created_at"))


class Migration(migrations.Migration):
    dependencies = [("arena", "0015_operators")]

    operations = [
        migrations.AddField(
            "version",
            "plays_since",
            models.DateTimeField(
                blank=True,
                editable=False,
                help_text="When it first was the version that plays; its trials are private before.",
                null=True,
            ),
        ),
        migrations.RunPython(note_versions_that_played, migrations.RunPython.noop),
    ]
