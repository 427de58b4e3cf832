from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("arena", "0018_untold_faults")]

    operations = [
        migrations.AlterField(
            model_name="notification", name="kind", field=models.CharField(max_length=30)
        )
    ]
