from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("arena", "0008_due_ladders"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="gained",
            field=models.JSONField(default=None, help_text="Cards gained, by seat.", null=True),
        ),
        migrations.CreateModel(
            name="Pack",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("first", models.PositiveBigIntegerField(help_text="The lowest game in it.")),
                ("last", models.PositiveBigIntegerField(help_text="The highest game in it.")),
                ("games", models.PositiveIntegerField()),
                ("newest_at", models.DateTimeField(help_text="When the last of its games ended.")),
                ("name", models.CharField(max_length=160, unique=True)),
                ("sha256", models.CharField(max_length=64)),
                ("size", models.PositiveBigIntegerField()),
                ("packed_places", models.BinaryField()),
                ("damaged_at", models.DateTimeField(default=None, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["kind", "last"], name="pack_of_game"),
                    models.Index(
                        fields=["damaged_at"],
                        name="pack_damaged",
                        condition=models.Q(damaged_at__isnull=False),
                    ),
                ],
            },
        ),
    ]
