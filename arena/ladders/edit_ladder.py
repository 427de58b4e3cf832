from django.contrib.auth.base_user import AbstractBaseUser

from arena.bots.queue_checks import queue_checks
from arena.core.database_clock import database_now
from arena.core.errors import RulesFixed
from arena.core.require_name import name_kept
from arena.core.save_terms import require_revision, save_terms
from arena.core.terms import Stage
from arena.ladders.check_terms import LadderTerms, check_terms
from arena.matches.void_matches import void_matches
from arena.models import Ladder, LadderCheck, Match
from arena.ratings.ask_recompute import ask_recompute
from engine.messages import Message
from engine.messages import gettext_noop as _


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
        has_new_rules = _make_room(ladder, terms)
        before = ladder.fixed
        save_terms(competition=ladder, terms=terms, organiser=organiser, verb="edit_ladder")
        ladder.matchmake_at = database_now()
        ladder.save(update_fields=["matchmake_at"])
        if has_new_rules:
            _check_again(ladder)
        if ladder.fixed != before and ladder.recorded > 0:
            ask_recompute(ladder=ladder)
        return ladder


def _make_room(ladder: Ladder, terms: LadderTerms) -> bool:
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


def _check_again(ladder: Ladder) -> None:
    """Repeat the checks under way; all others are out of date, and the tick orders new ones."""
    for check in ladder.checks.checking().select_related("version"):
        void_matches(matches=check.matches(), reason=Message(_("The ladder was changed.")))
        queue_checks(version=check.version, ladder=ladder, enters=check.enters)
    ladder.checks.exclude(state=LadderCheck.State.CHECKING).delete()
    ladder.entries.update(is_playing=False)
