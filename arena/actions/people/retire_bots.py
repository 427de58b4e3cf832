"""Take all bots of an owner who leaves out of play."""

from django.contrib.auth.base_user import AbstractBaseUser

from arena.actions.bots.withdraw_bot import withdraw_bot
from arena.actions.matches.void_matches import void_matches
from arena.actions.tournaments.withdraw_entrant import IN, withdraw_entrant
from arena.models import Bot, Entrant, Match, Tournament

OVER = [Tournament.State.FINISHED, Tournament.State.CANCELLED]


def retire_bots(*, owner: AbstractBaseUser) -> None:
    """Withdraw the owner's bots from their tournaments, where what is left is forfeited, and from
    everything else; what is queued with them is void, what has begun counts, results stay.

    One transaction each, because each holds other rows. Stopped in the middle, it is gone on with
    by doing it again.
    """
    entered = Entrant.objects.filter(bot__owner=owner.pk, state__in=IN)
    for entrant in entered.exclude(tournament__state__in=OVER).select_related("tournament", "bot"):
        withdraw_entrant(owner=owner, tournament=entrant.tournament, bot=entrant.bot)
    for bot in Bot.objects.filter(owner=owner.pk):
        if bot.state != Bot.State.WITHDRAWN:
            withdraw_bot(owner=owner, bot=bot)
        queued = Match.objects.filter(seats__version__bot=bot, pairing=None).unstarted()
        void_matches(matches=queued, reason=f"{bot} was withdrawn")
