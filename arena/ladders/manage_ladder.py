"""What organisers do with a ladder: make and change it, and have its ratings recomputed."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.bots.checks import queue_checks
from arena.core.competition_terms import (
    CompetitionTerms,
    check_bounds,
    check_game,
    check_limits,
    check_rotation,
    require_revision,
    save_terms,
)
from arena.core.database_clock import database_now
from arena.core.errors import NotOrganiser, RulesFixed
from arena.core.guards import require_reason, require_run_by
from arena.core.log_action import log_action
from arena.core.require_name import free_slug, name_kept, require_free_name
from arena.core.terms import Stage, term
from arena.ladders.models.ladders import BENCH_AFTER
from arena.matches.end_early import void_matches
from arena.models import Ladder, LadderCheck, Match, RatingRun
from arena.models.rights import is_organiser
from arena.ratings.parameters import FIXED_NOISE
from arena.ratings.recompute_ratings import ask_recompute
from engine.messages import Message
from engine.messages import gettext_noop as _


class LadderTerms(CompetitionTerms):
    """A ladder's terms."""

    state: str = term(_("State"), default=Ladder.State.OPEN, choices=lambda: Ladder.State.choices)
    bench_after: int = term(
        _("Bench after faults in a row"),
        default=BENCH_AFTER,
        least=1,
        most=100,
        help=_("Counted in rated matches."),
    )
    draw_probability: float | None = term(
        _("Share of ties between equal bots"),
        default=None,
        least=0.001,
        most=0.999,
        help=_("From 0 to 1."),
        if_open=_("estimated from the results"),
    )
    game_noise: float | None = term(
        _("Noise of a game relative to a match"),
        default=None,
        least=FIXED_NOISE[0],
        most=FIXED_NOISE[1],
        help=_("1 means a match tells as much as one game."),
        if_open=_("estimated from the results"),
    )


def check_terms(
    *, organiser: AbstractBaseUser, terms: LadderTerms, ladder: Ladder | None = None
) -> None:
    """Raise NotOrganiser, NameTaken or BadTerms; `ladder` may keep its name."""
    may_change = ladder.is_run_by(organiser) if ladder else is_organiser(organiser)
    if not may_change:
        raise NotOrganiser(_("Only organisers can create and change ladders."))
    require_free_name(name=terms.name, among=Ladder, present=ladder)
    check_bounds(terms)
    check_game(terms)
    check_rotation(terms)
    check_limits(terms)


def make_ladder(*, organiser: AbstractBaseUser, terms: LadderTerms) -> Ladder:
    """Return a new ladder. Raises NotOrganiser, NameTaken, BadTerms."""
    check_terms(organiser=organiser, terms=terms)
    with name_kept(name=terms.name, among=Ladder):
        slug = free_slug(name=terms.name, among=Ladder)
        ladder = Ladder.objects.create(slug=slug, **terms.values())
        log_action(actor=organiser, verb="make_ladder", target=ladder)
        return ladder


def edit_ladder(
    *,
    organiser: AbstractBaseUser,
    ladder: Ladder,
    terms: LadderTerms,
    revision: int | None = None,
) -> Ladder:
    """Change a ladder's terms; new rules void queued matches, new parameters recompute ratings.

    `revision`: the one that was edited. Raises NotOrganiser, NameTaken, BadTerms, RulesFixed,
    EditedMeanwhile; then nothing changes.
    """
    with name_kept(name=terms.name, among=Ladder):
        ladder = Ladder.objects.locked(ladder.pk)
        check_terms(organiser=organiser, terms=terms, ladder=ladder)
        require_revision(competition=ladder, revision=revision)
        has_new_rules = _void_queued(ladder, terms)
        before = ladder.fixed
        save_terms(competition=ladder, terms=terms, organiser=organiser, verb="edit_ladder")
        ladder.matchmake_at = database_now()
        ladder.save(update_fields=["matchmake_at"])
        if has_new_rules:
            # Checks under way are repeated; the others are out of date: the tick orders new ones.
            for check in ladder.checks.checking().select_related("version"):
                void_matches(matches=check.matches(), reason=Message(_("The ladder was changed.")))
                queue_checks(version=check.version, ladder=ladder, enters=check.enters)
            ladder.checks.exclude(state=LadderCheck.State.CHECKING).delete()
            ladder.entries.update(is_playing=False)
        if ladder.fixed != before and ladder.recorded > 0:
            ask_recompute(ladder=ladder)
        return ladder


def _void_queued(ladder: Ladder, terms: LadderTerms) -> bool:
    """Void queued matches; return whether the rules change."""
    rated = ladder.matches.filter(purpose=Match.Purpose.LADDER)
    declared = terms.declared()
    changed = any(declared[name].fixed_from is Stage.ENTERED for name in terms.changes(ladder))
    if changed and rated.filter(status=Match.Status.FINISHED).exists():
        raise RulesFixed(
            _(
                "The game, seats and options of this ladder can no longer change: it has recorded "
                "matches, and its ratings would mix two competitions. Create another ladder, and "
                "close this one if it is over."
            )
        )
    if changed or terms.state == Ladder.State.CLOSED:
        void_matches(matches=rated.all(), reason=Message(_("The ladder was changed or closed.")))
    # Only now: queued ones are void, so that none can start.
    if changed and rated.filter(status=Match.Status.RUNNING).exists():
        raise RulesFixed(
            _(
                "The first match is being played with the current game, seats and options. Pause "
                "the ladder, wait for the match to finish, and check whether it has a result."
            )
        )
    return changed


@transaction.atomic
def recompute_ladder(*, organiser: AbstractBaseUser, ladder: Ladder, reason: str) -> RatingRun:
    """Order a rating run. Raises NotOrganiser, NeedsReason."""
    require_run_by(competition=ladder, person=organiser)
    reason = require_reason(reason=reason)
    ladder = Ladder.objects.locked(ladder.pk)
    rating_run = ask_recompute(ladder=ladder)
    log_action(
        actor=organiser,
        verb="recompute_ladder",
        target=ladder,
        reason=reason,
        rating_run=rating_run.number,
    )
    return rating_run
