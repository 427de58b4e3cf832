from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('arena', '0027_formats_that_there_are'),
    ]

    operations = [
        migrations.CreateModel(
            name='PruneProgress',
            fields=[
                ('kind', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('through', models.PositiveBigIntegerField(default=0)),
                ('rows', models.PositiveBigIntegerField(default=0)),
                ('bytes', models.PositiveBigIntegerField(default=0)),
                ('ran_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='BotLogUsage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('bot', models.PositiveBigIntegerField()),
                ('day', models.DateField()),
                ('bytes', models.PositiveBigIntegerField()),
            ],
            options={
                'indexes': [models.Index(fields=['day'], name='bot_log_usage_day')],
                'constraints': [models.UniqueConstraint(fields=('bot', 'day'), name='bot_log_usage_of_day')],
            },
        ),
    ]
