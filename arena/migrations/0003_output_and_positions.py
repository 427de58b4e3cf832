from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("arena", "0002_ladder_checks")]

    operations = [
        migrations.AddField("botlog", "marks", models.JSONField(default=list)),
        migrations.AddField("humangame", "start_choice", models.PositiveIntegerField(default=0)),
    ]
