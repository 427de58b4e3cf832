from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.errors import BadTerms, NoChallenge
from arena.core.guards import require_own_bot, require_quota
from arena.core.seeds import SEED_BITS
from arena.matches.start_challenge import require_playable, start_challenge
from arena.models import Block, Bot, Challenge, Ladder, Match
from arena.notifications.notify_challenge import notify_asked
from engine import catalogue
from engine.game import BadConfig
from engine.messages import gettext_noop as _


@transaction.atomic
def send_challenge(
    *,
    challenger: AbstractBaseUser,
    bot: Bot,
    opponent: Bot,
    ladder: Ladder,
    matches: int = 1,
    config: dict[str, Any] | None = None,
    seed: int | None = None,
) -> Challenge:
    """Challenge a bot to public unrated matches; they start unless its owner wants to be asked.

    `config`: another game than the ladder's. Raises NotYours, BotUnfit, NoChallenge, BadTerms,
    NoJail, QuotaUsed.
    """
    require_own_bot(
        bot=bot, person=challenger, words=_("You can only challenge with one of your own bots.")
    )
    challenge = Challenge(
        challenger_id=challenger.pk,
        bot=bot,
        opponent=opponent,
        ladder=ladder,
        config=ladder.config if config is None else config,
        matches_planned=matches,
        seed=seed,
        expires_at=database_now() + timedelta(days=settings.CHALLENGE_DAYS),
    )
    _check_terms(challenge)
    require_playable(challenge=challenge)
    _require_consent(challenge)
    _require_quota(challenger, matches)
    challenge.save()
    if waits_for_answer(opponent, challenger):
        notify_asked(challenge=challenge)
    else:
        start_challenge(challenge=challenge)
    return challenge


def waits_for_answer(opponent: Bot, challenger: AbstractBaseUser | None) -> bool:
    """Return whether its owner would be asked first."""
    return opponent.asks_first and not opponent.is_house and not opponent.is_run_by(challenger)


def _check_terms(challenge: Challenge) -> None:
    most = min(settings.CHALLENGE_MATCHES, settings.CHALLENGES_PER_DAY)
    if not 1 <= challenge.matches_planned <= most:
        raise BadTerms(_("Choose 1 to %(most)d matches."), term="matches", most=most)
    if challenge.seed is not None and not 0 <= challenge.seed < 2**SEED_BITS:
        words = _("A seed is a whole number from 0 to %(most)d.")
        raise BadTerms(words, term="seed", most=2**SEED_BITS - 1)
    ladder = challenge.ladder
    try:
        catalogue.new(ladder.game, seats=ladder.seats, seed=0, config=challenge.config, log=False)
    except BadConfig as problem:
        raise BadTerms(problem.problem, term="config") from problem


def _require_consent(challenge: Challenge) -> None:
    opponent, challenger = challenge.opponent, challenge.challenger
    if opponent.is_run_by(challenger):
        return
    if not opponent.takes_challenges:
        words = _("“%(name)s” does not accept challenges. Choose another bot.")
        raise NoChallenge(words, name=opponent.name)
    if Block.objects.filter(owner=opponent.owner_id, blocked=challenger).exists():
        words = _("The owner of “%(name)s” accepts no challenges from you. Choose another bot.")
        raise NoChallenge(words, name=opponent.name)
    asked = Challenge.objects.run_by(challenger).waiting().filter(opponent=opponent)
    if asked.exists():
        words = _("Your last challenge to “%(name)s” is not answered yet. Wait, or withdraw it.")
        raise NoChallenge(words, name=opponent.name)


def _require_quota(challenger: AbstractBaseUser, matches: int) -> None:
    require_quota(
        person=challenger,
        done=Match.objects.challenges().filter(ordered_by=challenger.pk),
        more=Challenge.objects.run_by(challenger).without_matches(),
        asked=matches,
        most=settings.CHALLENGES_PER_DAY,
        words=_("You can start %(most)d challenges a day. Try again from %(when)s."),
    )
