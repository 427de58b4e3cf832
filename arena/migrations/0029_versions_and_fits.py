import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('arena', '0028_retention'),
    ]

    operations = [
        migrations.CreateModel(
            name='RatingFit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('epoch', models.PositiveIntegerField()),
                ('serial', models.PositiveBigIntegerField()),
                ('parameters', models.JSONField()),
                ('unusual', models.JSONField(default=list)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.AddField(
            model_name='ladder',
            name='fit_every',
            field=models.PositiveIntegerField(default=25, help_text="Fits include the matches up to a multiple of this."),
        ),
        migrations.AddField(
            model_name='ladder',
            name='game_noise',
            field=models.FloatField(blank=True, help_text="Noise of a game relative to a match, if fixed by organisers.", null=True),
        ),
        migrations.AddField(
            model_name='ladder',
            name='next_fit',
            field=models.PositiveBigIntegerField(default=25, help_text='The rated match after which the next fit is due.'),
        ),
        migrations.AlterField(
            model_name='ladder',
            name='draw_probability',
            field=models.FloatField(blank=True, help_text="Share of ties between equal bots, if fixed by organisers.", null=True),
        ),
        migrations.CreateModel(
            name='FitTally',
            fields=[
                ('fit', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='tally', serialize=False, to='arena.ratingfit')),
                ('packed', models.BinaryField(help_text='See `Tally.packed`.')),
            ],
        ),
        migrations.AddField(
            model_name='ratingfit',
            name='ladder',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='fits', to='arena.ladder'),
        ),
        migrations.AddField(
            model_name='ladder',
            name='fit',
            field=models.ForeignKey(blank=True, editable=False, help_text="The fit that its ratings are based on.", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='arena.ratingfit'),
        ),
        migrations.CreateModel(
            name='FittedRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('fit', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='arena.ratingfit')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='arena.version')),
            ],
        ),
        migrations.CreateModel(
            name='VersionRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField(default=25.0)),
                ('sigma', models.FloatField(default=8.333333333333334)),
                ('matches', models.PositiveIntegerField(default=0)),
                ('wins', models.PositiveIntegerField(default=0)),
                ('draws', models.PositiveIntegerField(default=0)),
                ('losses', models.PositiveIntegerField(default=0)),
                ('faults', models.PositiveIntegerField(default=0)),
                ('rated_at', models.DateTimeField(blank=True, help_text='When its last rated match was finished.', null=True)),
                ('epoch', models.PositiveIntegerField(default=0)),
                ('first_serial', models.PositiveBigIntegerField(help_text='Its first rated match.')),
                ('last_serial', models.PositiveBigIntegerField(help_text='Its last rated match.')),
                ('before', models.ForeignKey(blank=True, help_text='The version that its bot played before, at whose rating it began.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='arena.version')),
                ('entry', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='arena.entry')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='arena.version')),
            ],
        ),
        migrations.AddConstraint(
            model_name='ratingfit',
            constraint=models.UniqueConstraint(fields=('ladder', 'epoch', 'serial'), name='one_fit_a_serial'),
        ),
        migrations.AddConstraint(
            model_name='fittedrating',
            constraint=models.UniqueConstraint(fields=('fit', 'version'), name='one_fitted_rating_a_version'),
        ),
        migrations.AddConstraint(
            model_name='versionrating',
            constraint=models.UniqueConstraint(fields=('entry', 'epoch', 'version'), name='one_rating_a_version'),
        ),
    ]
