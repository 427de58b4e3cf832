from django.db import migrations

MODELS = {
    "Epoch": "RatingRun",
    "Tallied": "TallyProgress",
    "Tally": "BotTally",
    "Annulment": "VoidedTally",
    "Encounter": "PairMatch",
    "Meeting": "HeadToHead",
    "Notice": "Notification",
    "NoticeWishes": "NotificationPreferences",
}
FIELDS = (
    ("ratingrun", "through", "last_serial"),
    ("tallyprogress", "through", "last_serial"),
    ("ladder", "epoch", "rating_run"),
    ("ratingfit", "epoch", "rating_run"),
    ("versionrating", "epoch", "rating_run"),
    ("ratingchange", "epoch", "rating_run"),
    ("ladder", "line", "virtual_time"),
    ("entry", "turn", "virtual_finish"),
    ("notification", "on_site", "in_app"),
    ("notification", "shows_at", "visible_at"),
    ("tournament", "trouble", "problem"),
    ("tournament", "trouble_parts", "problem_parts"),
    ("league", "trouble", "problem"),
    ("league", "trouble_parts", "problem_parts"),
)


class Migration(migrations.Migration):
    dependencies = [("arena", "0031_order_by_one_sigma")]
    operations = [
        *(migrations.RenameModel(old, new) for old, new in MODELS.items()),
        *(migrations.RenameField(model, old, new) for model, old, new in FIELDS),
    ]
