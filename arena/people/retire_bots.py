from django.contrib.auth.base_user import AbstractBaseUser

from arena.bots.manage_bot import withdraw_bot, withdrawn
from arena.matches.end_early import void_matches
from arena.models import Bot, Entrant, Match, Tournament
from arena.tournaments.entries import withdraw_entrant


def retire_bots(*, owner: AbstractBaseUser) -> None:
    """Withdraw from everything; void queued matches. Repeatable.

    One transaction a bot, as each locks other rows.
    """
    entrants = Entrant.objects.still_in().filter(
        bot__owner=owner.pk, tournament__state__in=Tournament.NOT_OVER
    )
    for entrant in entrants.select_related("tournament", "bot"):
        withdraw_entrant(owner=owner, tournament=entrant.tournament, bot=entrant.bot)
    for bot in Bot.objects.filter(owner=owner.pk):
        if bot.state != Bot.State.WITHDRAWN:
            withdraw_bot(owner=owner, bot=bot)
        queued = Match.objects.filter(seats__version__bot=bot, pairing=None).unstarted()
        void_matches(matches=queued, reason=withdrawn(bot))
