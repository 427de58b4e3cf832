import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('arena', '0012_ladder_statistics'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='match',
            name='ordered_by',
            field=models.ForeignKey(blank=True, db_index=False, help_text='Whose turn it takes; empty: ordered by the platform.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='challenges', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('ordered_by__isnull', False)), fields=['ordered_by', 'finished_at'], name='match_of_person'),
        ),
    ]
