from django.db import migrations

import arena.models.message_field


class Migration(migrations.Migration):
    """Workers report their problems anew when they start."""

    dependencies = [("arena", "0004_search")]

    operations = [
        migrations.RemoveField("worker", "problem"),
        migrations.RemoveField("worker", "disk_problem"),
        migrations.AddField("worker", "problem", arena.models.message_field.MessageField()),
        migrations.AddField("worker", "disk_problem", arena.models.message_field.MessageField()),
    ]
