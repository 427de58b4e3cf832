from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("arena", "0010_apply_tries")]

    operations = [
        migrations.CreateModel(
            "ArchivedDay",
            [
                ("day", models.DateField(primary_key=True, serialize=False)),
                ("sha256", models.CharField(max_length=64)),
                ("size", models.PositiveBigIntegerField()),
                ("matches", models.PositiveIntegerField()),
                ("decisions", models.PositiveBigIntegerField()),
                (
                    "left_out",
                    models.PositiveIntegerField(
                        help_text="Public matches beyond the limit, or of other rules."
                    ),
                ),
                ("made_at", models.DateTimeField()),
            ],
            options={"ordering": ["-day"]},
        ),
    ]
