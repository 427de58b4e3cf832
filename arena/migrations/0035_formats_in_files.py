from django.db import migrations, models

from arena.models.tournaments import format_choices


class Migration(migrations.Migration):
    dependencies = [("arena", "0034_plain_names_of_fields")]

    operations = [
        migrations.RemoveConstraint(model_name="tournament", name="tournament_format_is_known"),
        migrations.AlterField(
            model_name="tournament",
            name="format",
            field=models.CharField(choices=format_choices, max_length=20),
        ),
    ]
