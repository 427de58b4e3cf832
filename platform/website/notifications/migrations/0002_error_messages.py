from typing import Any

from django.db import migrations

import arena.models.message_field


def keep_texts(apps: Any, _editor: Any) -> None:
    for row in apps.get_model("notices", "Delivery").objects.exclude(text="").iterator():
        row.error = row.text
        row.save(update_fields=["error"])


class Migration(migrations.Migration):
    dependencies = [("notices", "0001_kingsbench")]

    operations = [
        migrations.RenameField("delivery", "error", "text"),
        migrations.AddField("delivery", "error", arena.models.message_field.MessageField()),
        migrations.RunPython(keep_texts, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField("delivery", "text"),
    ]
