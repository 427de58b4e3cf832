
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notices', '0003_webhook_kind'),
    ]

    operations = [
        migrations.AlterField(
            model_name='webhook',
            name='kind',
            field=models.CharField(choices=[('signed', 'signed, for a program of yours'), ('discord', 'Discord, or a service that reads the same messages')], db_default='signed', default='signed', max_length=10),
        ),
    ]
