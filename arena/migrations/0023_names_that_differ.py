from django.db import migrations, models

from arena.models.name_key import fill_keys


def fill(apps, schema_editor):
    fill_keys(apps.get_model("arena", "Bot"), source="name")


class Migration(migrations.Migration):
    dependencies = [("arena", "0022_forfeits_in_matches")]

    operations = [
        migrations.AddField(
            model_name="bot",
            name="name_key",
            field=models.CharField(editable=False, max_length=200, null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
