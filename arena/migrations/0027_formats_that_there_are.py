from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("arena", "0026_seasons_keep_their_rules")]

    operations = [
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    format__in=[
                        "double_elimination",
                        "groups",
                        "pod_knockout",
                        "pod_rotation",
                        "pod_swiss",
                        "round_robin",
                        "single_elimination",
                        "swiss",
                    ]
                ),
                name="tournament_format_is_known",
            ),
        ),
    ]
