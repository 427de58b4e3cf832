from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("arena", "0024_names_are_unique")]

    operations = [
        migrations.AddField(
            model_name="botseat", name="cpu", field=models.FloatField(default=None, null=True)
        ),
        migrations.AddField(
            model_name="botseat", name="wall", field=models.FloatField(default=None, null=True)
        ),
    ]
