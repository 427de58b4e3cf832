from django.db import migrations, models
from django.db.models import F, Q
from django.utils import timezone

import arena.models.bounded


def tell_later(apps, _schema_editor):
    hidden = apps.get_model("arena", "Round").objects.filter(reveal_at__gt=timezone.now())
    hidden.update(untold_since=F("started_at"))


class Migration(migrations.Migration):

    dependencies = [
        ('arena', '0017_organisers'),
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
        migrations.AlterField(
            model_name='entrant',
            name='state',
            field=models.CharField(choices=[('entered', 'entered'), ('waiting', 'waiting'), ('withdrawn', 'withdrawn'), ('excluded', 'excluded'), ('unfit', 'not able to play')], default='entered', max_length=10),
        ),
        migrations.AlterField(
            model_name='notification',
            name='kind',
            field=models.CharField(choices=[('check.passed', 'a check passed'), ('check.failed', 'a check failed'), ('bot.faulted', 'a version has its first fault'), ('bot.benched', 'a bot is benched'), ('bot.released', 'a benched bot plays again'), ('bot.renamed', 'an administrator renames a bot'), ('ladder.passed', 'a bot enters a ladder'), ('ladder.failed', "a bot fails a ladder's check"), ('ladder.overtaken', 'a bot is overtaken on a ladder'), ('tournament.unfit', 'a bot cannot play in a tournament'), ('tournament.drawn', 'a tournament is paired'), ('tournament.finished', 'a tournament is over'), ('tournament.blocked', 'a tournament of yours is blocked'), ('season.made', "a league's season is ready"), ('season.finished', "a league's season is over"), ('league.blocked', 'a league of yours is blocked'), ('challenge.finished', 'a challenge is finished'), ('challenge.asked', 'a challenge waits for your answer'), ('challenge.answered', 'a challenge of yours is answered'), ('webhook.stopped', 'a webhook is turned off')], max_length=30),
        ),
        migrations.RunPython(tell_later, migrations.RunPython.noop),
    ]
