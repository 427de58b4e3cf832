from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("arena", "0021_wall_time_and_releases")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="has_forfeited",
            field=models.BooleanField(
                default=False,
                help_text="It left before the end, ranks last, and its bot is stopped.",
            ),
        ),
    ]
