from django.db import migrations, models
from django.db.models import Q


def faults(field):
    return models.Index(
        fields=["version", "-id"],
        name="bot_seat_faults",
        condition=Q(**{f"{field}__isnull": False}),
    )


class Migration(migrations.Migration):
    # SQLite copies a table to rename a column, and an index names the columns of its condition.
    dependencies = [("arena", "0033_plain_names_of_indexes")]

    operations = [
        migrations.RemoveIndex("botseat", "bot_seat_faults"),
        migrations.RenameField("botseat", "fallen_at", "faulted_at"),
        migrations.RenameField("botseat", "fallen_on", "fault_recorded_at"),
        migrations.AddIndex("botseat", faults("faulted_at")),
        migrations.RenameField("failure", "newest", "newest_fault"),
        migrations.RenameField("failure", "newest_at_table", "newest_bot_seat"),
        migrations.RenameField("humangame", "number", "choices_count"),
        migrations.RenameField("humangame", "since", "last_human_choice"),
    ]
