"""Rights to see and run; None is a visitor.

Rules are filters on the fields behind `path`. One that lets all through is empty, so join by `&`.
"""

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

Person = AbstractBaseUser | AnonymousUser | None


def is_organiser(person: Person) -> bool:
    return getattr(person, "is_organiser", False)


def bots_run_by(person: Person, path: str = "") -> Q:
    """Select as `Bot.is_run_by`."""
    return Q((f"{path}owner", person.pk if person else None))


def bots_seen_by(viewer: Person, path: str = "") -> Q:
    """Select bots with an accepted version, the viewer's own, and all for organisers."""
    if is_organiser(viewer):
        return Q()
    accepted = Q((f"{path}current__isnull", False))
    return accepted | bots_run_by(viewer, path) if viewer else accepted


def versions_seen_by(viewer: Person, path: str = "") -> Q:
    """Select accepted versions, and all of the viewer's bots."""
    accepted = Q((f"{path}state", "accepted"))
    return accepted | bots_run_by(viewer, f"{path}bot__") if viewer else accepted


def ladders_seen_by(viewer: Person, path: str = "") -> Q:  # noqa: ARG001  all are public
    return Q()


def leagues_seen_by(viewer: Person, path: str = "") -> Q:  # noqa: ARG001  all are public
    return Q()


def tournaments_seen_by(viewer: Person, path: str = "") -> Q:
    """Select all but drafts and cancelled drafts, which are for organisers."""
    if is_organiser(viewer):
        return Q()
    return ~Q((f"{path}state", "draft")) & Q((f"{path}is_cancelled_draft", False))
