from contextlib import suppress

from django.conf import settings
from django.db import DatabaseError, migrations, transaction

from arena.core.search_index import DROPPED, EXTENSION, TRIGRAM_INDEXES, WORD_INDEXES


def create(_apps, editor):
    if editor.connection.vendor != "postgresql":
        return
    for statement in WORD_INDEXES:
        editor.execute(statement)
    # Without the right, search works by words; `doctor` says how to add it.
    with suppress(DatabaseError), transaction.atomic(using=editor.connection.alias):
        for statement in (EXTENSION, *TRIGRAM_INDEXES):
            editor.execute(statement)


def drop(_apps, editor):
    if editor.connection.vendor == "postgresql":
        for statement in DROPPED:
            editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [
        ("arena", "0003_output_and_positions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunPython(create, drop)]
