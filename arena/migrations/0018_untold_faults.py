from django.db import migrations, models
from django.db.models import F, Q
from django.utils import timezone

import arena.models.bounded


def tell_later(apps, _schema_editor):
    hidden = apps.get_model("arena", "Round").objects.filter(reveal_at__gt=timezone.now())
    hidden.update(untold_since=F("started_at"))


class Migration(migrations.Migration):

    dependencies = [
        ('arena', '0014_orders_of_people'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='untold_since',
            field=arena.models.bounded.BoundedDateTimeField(blank=True, help_text='Faults in matches finished since then are told when the round is revealed.', null=True),
        ),
        migrations.AddIndex(
            model_name='round',
            index=models.Index(condition=Q(('untold_since__isnull', False)), fields=['reveal_at'], name='round_with_untold_faults'),
        ),
        migrations.RunPython(tell_later, migrations.RunPython.noop),
    ]
