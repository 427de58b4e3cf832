from django.db import migrations, models

from arena.models.name_key import fill_keys


def fill(apps, schema_editor):
    fill_keys(apps.get_model("accounts", "User"), source="username")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_profiles")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="name_key",
            field=models.CharField(editable=False, max_length=200, null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
