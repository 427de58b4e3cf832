from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_names_that_differ")]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="name_key",
            field=models.CharField(editable=False, max_length=200, unique=True),
        ),
    ]
