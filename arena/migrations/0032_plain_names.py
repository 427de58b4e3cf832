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

INDEXES = (  # rebuilt under the new names: a rename leaves their conditions as they are
    ("entry", "entry_by_turn"),
    ("notice", "notice_unread"),
    ("notice", "notice_to_post"),
    ("notice", "notice_off_site"),
)
CONSTRAINTS = (
    ("tally", "tally_is_kept_once"),
    ("meeting", "meeting_is_kept_once"),
    ("encounter", "encounter_is_kept_once"),
    ("encounter", "encounter_in_order"),
    ("ratingchange", "entry_moves_once_a_match"),
    ("ratingfit", "one_fit_a_serial"),
    ("epoch", "epoch_number_is_unique"),
    ("epoch", "one_epoch_is_filled"),
    ("versionrating", "one_rating_a_version"),
)


class Migration(migrations.Migration):
    dependencies = [("arena", "0031_order_by_one_sigma")]
    operations = [
        *(migrations.RemoveIndex(model, name) for model, name in INDEXES),
        *(migrations.RemoveConstraint(model, name) for model, name in CONSTRAINTS),
        *(migrations.RenameModel(old, new) for old, new in MODELS.items()),
        *(migrations.RenameField(model, old, new) for model, old, new in FIELDS),
    ]
