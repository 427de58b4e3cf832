from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_names_are_unique")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="session_generation",
            field=models.PositiveIntegerField(
                default=0, editable=False, help_text="Sessions of an older generation are logged out."
            ),
        ),
    ]
