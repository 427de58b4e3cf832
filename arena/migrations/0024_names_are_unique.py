from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("arena", "0023_names_that_differ")]

    operations = [
        migrations.AlterField(
            model_name="bot",
            name="name_key",
            field=models.CharField(editable=False, max_length=200, unique=True),
        ),
    ]
