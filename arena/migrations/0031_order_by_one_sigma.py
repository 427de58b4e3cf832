import django.db.models.expressions
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('arena', '0030_ratings_of_versions'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='entry',
            name='version',
        ),
        migrations.RemoveField(
            model_name='ladder',
            name='refit_serial',
        ),
        migrations.RemoveField(
            model_name='ladder',
            name='refitted_at',
        ),
        migrations.RemoveField(
            model_name='ladder',
            name='version_sigma',
        ),
        migrations.DeleteModel(
            name='RefitRating',
        ),
        migrations.DeleteModel(
            name='ShadowEntry',
        ),
        migrations.RemoveIndex(model_name='entry', name='entry_by_rating'),
        migrations.RemoveIndex(model_name='entry', name='entry_by_place'),
        migrations.RemoveField(model_name='entry', name='rating'),
        migrations.AddField(
            model_name='entry',
            name='rating',
            field=models.GeneratedField(db_persist=True, expression=django.db.models.expressions.CombinedExpression(models.F('mu'), '-', django.db.models.expressions.CombinedExpression(models.Value(1.0), '*', models.F('sigma'))), output_field=models.FloatField()),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['ladder', '-rating'], name='entry_by_rating'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('is_active', True), ('is_playing', True), ('has_place', True)), fields=['ladder', '-rating', '-mu', 'id'], name='entry_by_place'),
        ),
    ]
