"""Challenges: sent, answered and started."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.errors import BadTerms, BotUnfit, NoChallenge, NotYours, WrongState
from arena.core.guards import require_jail, require_own_bot, require_quota
from arena.core.log_action import log_action
from arena.core.seeds import SEED_BITS
from arena.matches.models.challenges import ChallengeQuerySet
from arena.matches.order_match import CHALLENGE_PRIORITY, order_match
from arena.models import Block, Bot, Challenge, Ladder, Match, Version
from arena.notifications.notify_challenge import notify_answered, notify_asked
from arena.queue.enqueue import enqueue
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
    require_quota(
        person=challenger,
        done=Match.objects.challenges().filter(ordered_by=challenger.pk),
        more=Challenge.objects.run_by(challenger).without_matches(),
        asked=matches,
        most=settings.CHALLENGES_PER_DAY,
        words=_("You can start %(most)d challenges a day. Try again from %(when)s."),
    )
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


@transaction.atomic
def order_challenge(
    *, challenger: AbstractBaseUser, bot: Bot, opponent: Bot, ladder: Ladder
) -> Match:
    """Queue one match that starts at once, by the ladder's rules. Raises as `send_challenge`."""
    if opponent.takes_challenges and waits_for_answer(opponent, challenger):
        words = _(
            "The owner of “%(name)s” wants to be asked first. Send the challenge to the bot: its "
            "page and bots/%(slug)s/challenges/ do that."
        )
        raise NoChallenge(words, name=opponent.name, slug=opponent.slug)
    challenge = send_challenge(challenger=challenger, bot=bot, opponent=opponent, ladder=ladder)
    return challenge.matches.get()


@transaction.atomic
def accept_challenge(*, challenge: Challenge, by: AbstractBaseUser) -> Challenge:
    """Start it with the versions that play now.

    Raises NotYours, WrongState, BotUnfit, NoChallenge, NoJail.
    """
    challenge = _lock_challenge(challenge)
    _require_answer(challenge, by)
    start_challenge(challenge=challenge)
    _log("accept_challenge", challenge, by)
    notify_answered(challenge=challenge)
    return challenge


@transaction.atomic
def refuse_challenge(
    *, challenge: Challenge, by: AbstractBaseUser, block: bool = False
) -> Challenge:
    """Refuse it, and with `block` all that this person sends. Raises NotYours, WrongState."""
    challenge = _lock_challenge(challenge)
    _require_answer(challenge, by)
    _end(challenge, Challenge.State.REFUSED)
    _log("refuse_challenge", challenge, by)
    notify_answered(challenge=challenge)
    if block:
        block_person(owner=by, person=challenge.challenger)
    return challenge


@transaction.atomic
def withdraw_challenge(*, challenge: Challenge, by: AbstractBaseUser) -> Challenge:
    """Take back a challenge that waits. Raises NotYours, WrongState."""
    challenge = _lock_challenge(challenge)
    if not challenge.is_run_by(by):
        raise NotYours(_("Only the challenger can withdraw a challenge."))
    _require_waiting(challenge)
    _end(challenge, Challenge.State.WITHDRAWN)
    _log("withdraw_challenge", challenge, by)
    return challenge


@transaction.atomic
def block_person(*, owner: AbstractBaseUser, person: AbstractBaseUser) -> None:
    """Refuse this person's challenges from now on, waiting ones too. Repeatable."""
    if owner.pk == person.pk:
        raise WrongState(_("You cannot block yourself."))
    Block.objects.get_or_create(owner_id=owner.pk, blocked_id=person.pk)
    waiting = Challenge.objects.received_by(owner).waiting().filter(challenger=person.pk)
    for challenge in _lockable().filter(pk__in=waiting.values("pk")).order_by("pk"):
        _end(challenge, Challenge.State.REFUSED)
        _log("refuse_challenge", challenge, owner)


def _lock_challenge(challenge: Challenge) -> Challenge:
    return _lockable().get(pk=challenge.pk)


def _lockable() -> ChallengeQuerySet:
    challenges = Challenge.objects.select_related("bot", "opponent", "ladder", "challenger")
    return challenges.select_for_update(of=["self"])


def _require_answer(challenge: Challenge, by: AbstractBaseUser) -> None:
    if not challenge.is_answered_by(by):
        raise NotYours(_("Only the owner of the challenged bot can answer."))
    _require_waiting(challenge)


def _require_waiting(challenge: Challenge) -> None:
    if not challenge.is_waiting:
        words = _("This challenge is %(state)s. Nothing can be changed about it any more.")
        raise WrongState(words, state=challenge.state_words)


def _end(challenge: Challenge, state: Challenge.State) -> None:
    challenge.state, challenge.answered_at = state, database_now()
    challenge.save(update_fields=["state", "answered_at"])


def _log(verb: str, challenge: Challenge, by: AbstractBaseUser) -> None:
    names = {"bot": challenge.bot.name, "opponent": challenge.opponent.name}
    log_action(actor=by, verb=verb, target=challenge, **names)


def start_challenge(*, challenge: Challenge) -> list[Match]:
    """Queue its matches between the present versions; house bots fill further seats.

    Raises as `require_playable`.
    """
    require_playable(challenge=challenge)
    versions = _lineup(challenge.bot, challenge.opponent, challenge.ladder)
    challenge.state = Challenge.State.ACCEPTED
    challenge.answered_at = database_now()
    challenge.save()
    matches = [
        order_match(
            ladder=challenge.ladder,
            purpose=Match.Purpose.CHALLENGE,
            versions=versions,
            games=challenge.ladder.games_per_match,
            priority=CHALLENGE_PRIORITY,
            ordered_by=challenge.challenger,
            challenge=challenge,
            seed=challenge.match_seed(number),
        )
        for number in range(challenge.matches_planned)
    ]
    enqueue(matches=matches)
    return matches


def require_playable(*, challenge: Challenge) -> None:
    """Raise BotUnfit, NoChallenge or NoJail if these bots cannot meet now."""
    bot, opponent, ladder = challenge.bot, challenge.opponent, challenge.ladder
    if not bot.may_play:
        words = _("“%(name)s” cannot play: it is benched, withdrawn, or has not passed a check.")
        raise BotUnfit(words, name=bot.name)
    if bot.pk == opponent.pk:
        raise NoChallenge(_("A bot cannot challenge itself. Choose another one."))
    if not opponent.may_play:
        words = _("“%(name)s” is not playing right now. Challenge another bot.")
        raise NoChallenge(words, name=opponent.name)
    if ladder.pk not in {shared.pk for shared in Ladder.objects.for_challenge(bot, opponent)}:
        words = _("These two bots cannot play each other on “%(ladder)s”. Choose another ladder.")
        raise NoChallenge(words, ladder=ladder.name)
    require_jail(
        words=_("No machine can run bots in a jail right now, so challenges cannot be played.")
    )
    _lineup(bot, opponent, ladder)


def _lineup(bot: Bot, opponent: Bot, ladder: Ladder) -> list[Version]:
    others = ladder.entries.seatable().filter(bot__is_house=True).exclude(bot__in=[bot, opponent])
    fill = [entry.bot for entry in others.select_related("bot__current").order_by("bot")]
    bots = [bot, opponent, *fill[: ladder.seats - 2]]
    if len(bots) < ladder.seats:
        words = _(
            "“%(ladder)s” has %(seats)d seats, and there are not enough house bots to fill them."
        )
        raise NoChallenge(words, ladder=ladder.name, seats=ladder.seats)
    return [seated.current for seated in bots if seated.current]
