
import arena.core.own_version
import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('arena', '0014_orders_of_people'),
    ]

    operations = [
        migrations.CreateModel(
            name='Installation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('versions', models.JSONField(default=list)),
                ('marker', models.CharField(blank=True, db_default='', default='', max_length=40)),
            ],
        ),
        migrations.AddField(
            model_name='match',
            name='failed_host',
            field=models.CharField(blank=True, db_default='', default='', help_text='Where its last try failed; another host tries it first, if there is one.', max_length=120),
        ),
        migrations.AddField(
            model_name='worker',
            name='uploads_problem',
            field=models.JSONField(blank=True, db_default=models.Value('', models.JSONField()), default=str),
        ),
        migrations.AddField(
            model_name='worker',
            name='version',
            field=models.CharField(blank=True, db_default='', default=arena.core.own_version.own_version, max_length=120),
        ),
        migrations.AlterField(
            model_name='bot',
            name='asks_first',
            field=models.BooleanField(db_default=False, default=False, help_text="Others' challenges wait until its owner accepts them."),
        ),
        migrations.AlterField(
            model_name='botlog',
            name='marks',
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.AlterField(
            model_name='humangame',
            name='start_choice',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name='ladder',
            name='matchmake_at',
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now, editable=False, help_text='When the tick looks whether its queue ran empty.'),
        ),
        migrations.AlterField(
            model_name='match',
            name='apply_tries',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text='How often applying it failed; after three it is set aside.'),
        ),
        migrations.AlterField(
            model_name='match',
            name='is_pending',
            field=models.BooleanField(db_default=False, default=False, help_text='Its result is stored, and not yet applied: ratings, checks, notifications.'),
        ),
    ]
