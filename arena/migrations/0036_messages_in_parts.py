from django.db import migrations, models

TEXTS = {
    "arena_action": "reason",
    "arena_bot": "bench_reason",
    "arena_botseat": "message",
    "arena_fault": "message",
    "arena_league": "problem",
    "arena_match": "error",
    "arena_tournament": "problem",
}
QUOTE = {"postgresql": "to_jsonb({0})::text", "sqlite": "json_quote({0})"}
KEEP_PARTS = "UPDATE {0} SET problem = CAST(problem_parts AS text) WHERE CAST(problem_parts AS text) <> '{{}}'"
TAKE_REASON = {
    "postgresql": (
        "UPDATE arena_action SET reason = (details -> 'reason_parts')::text, "
        "details = details - 'reason_parts' WHERE jsonb_exists(details, 'reason_parts')"
    ),
    "sqlite": (
        "UPDATE arena_action SET reason = json_extract(details, '$.reason_parts'), "
        "details = json_remove(details, '$.reason_parts') "
        "WHERE json_type(details, '$.reason_parts') IS NOT NULL"
    ),
}


def quote_texts(apps, schema_editor):
    """Texts become JSON strings, stored parts messages."""
    vendor = schema_editor.connection.vendor
    with schema_editor.connection.cursor() as cursor:
        for table, column in TEXTS.items():
            cursor.execute(f"UPDATE {table} SET {column} = {QUOTE[vendor].format(column)}")
        for table in ("arena_league", "arena_tournament"):
            cursor.execute(KEEP_PARTS.format(table))
        cursor.execute(TAKE_REASON[vendor])


def text(model, name, **options):
    field = models.JSONField(blank=True, default=str, **options)
    return migrations.AlterField(model_name=model, name=name, field=field)


class Migration(migrations.Migration):
    dependencies = [("arena", "0035_formats_in_files")]

    operations = [
        migrations.RunPython(quote_texts, migrations.RunPython.noop, elidable=True),
        text("action", "reason"),
        text("bot", "bench_reason"),
        text("botseat", "message"),
        text("fault", "message"),
        text("match", "error"),
        text("league", "problem", help_text="Why it stopped, in English."),
        text("tournament", "problem", help_text="Why it stopped, in English."),
        migrations.RemoveField(model_name="league", name="problem_parts"),
        migrations.RemoveField(model_name="tournament", name="problem_parts"),
    ]
