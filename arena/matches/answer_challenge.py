from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.errors import NotYours, WrongState
from arena.core.log_action import log_action
from arena.matches.models.challenges import ChallengeQuerySet
from arena.matches.start_challenge import start_challenge
from arena.models import Block, Challenge
from arena.notifications.notify_challenge import notify_answered
from engine.messages import gettext_noop as _


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
    found = Challenge.objects.select_related("bot", "opponent", "ladder", "challenger")
    return found.select_for_update(of=["self"])


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
