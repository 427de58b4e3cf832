from django.db import migrations, models
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    dependencies = [("arena", "0011_archived_days")]

    operations = [
        migrations.DeleteModel("CardTotal"),
        migrations.CreateModel(
            "StatisticsProgress",
            [
                (
                    "ladder",
                    models.OneToOneField(
                        "arena.ladder",
                        CASCADE,
                        primary_key=True,
                        related_name="statistics_progress",
                        serialize=False,
                    ),
                ),
                ("last_serial", models.PositiveBigIntegerField(default=0)),
                ("revision", models.PositiveBigIntegerField(default=0)),
                ("counted_at", models.DateTimeField(default=None, null=True)),
            ],
        ),
        migrations.CreateModel(
            "VoidedStatistic",
            [
                (
                    "match",
                    models.OneToOneField(
                        "arena.match",
                        CASCADE,
                        primary_key=True,
                        related_name="voided_statistic",
                        serialize=False,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            "LadderStatistic",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("given", models.CharField(blank=True, default="", max_length=40)),
                (
                    "dimension",
                    models.CharField(
                        choices=[
                            ("total", "Total"),
                            ("seat", "Seat"),
                            ("length", "Length"),
                            ("score", "Score"),
                            ("ending", "Ending"),
                            ("card", "Card"),
                            ("opening", "Opening"),
                        ],
                        max_length=10,
                    ),
                ),
                ("key", models.CharField(blank=True, default="", max_length=200)),
                ("games", models.IntegerField(default=0)),
                ("seats", models.IntegerField(default=0)),
                ("points", models.FloatField(default=0.0)),
                ("amount", models.BigIntegerField(default=0)),
                ("last_serial", models.PositiveBigIntegerField(default=0)),
                (
                    "ladder",
                    models.ForeignKey(
                        "arena.ladder", CASCADE, db_index=False, related_name="statistics"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("ladder", "dimension", "given", "key"),
                        name="statistic_is_kept_once",
                    )
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("dimension", "opening")),
                        fields=["ladder", "given", "-seats", "key"],
                        name="opening_by_players",
                    )
                ],
            },
        ),
    ]
