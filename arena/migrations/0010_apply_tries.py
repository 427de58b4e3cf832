from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("arena", "0009_archive")]

    operations = [
        migrations.AddField(
            "match",
            "apply_tries",
            models.PositiveSmallIntegerField(
                default=0, help_text="How often applying it failed; after three it is set aside."
            ),
        ),
    ]
