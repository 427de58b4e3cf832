"""Why a process may not work here: foreign uploads, or a database of another version."""

import secrets

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from arena.core.ask_seldom import ask_seldom
from arena.core.own_version import ALSO_FIT, own_version
from arena.models import Installation
from engine.messages import Message, UserError
from engine.messages import gettext_noop as _

MARKER = "kingsbench-platform.txt"
TRUSTED_SECONDS = 10.0  # for which a process believes what it has seen: a bucket is far away

MISSING = _(
    "The storage of uploads here has no %(file)s, so it is empty or not mounted. Mount the folder "
    "that the web servers write to, or name their bucket."
)
OTHER = _(
    "The storage of uploads here is another platform's, by its %(file)s. Mount the folder that the "
    "web servers write to, or name their bucket."
)
AWAY = _("The storage of uploads here does not answer (%(why)s).")


class UploadsNotOurs(UserError, OSError):
    """The storage of uploads is missing, or another platform's."""


def uploads_problem() -> str:
    """Return why the storage of uploads here is not the platform's, or "".

    A platform that has never been seeded has no marker, and any storage will do.
    """
    wanted = Installation.known_marker()
    try:
        stored = stored_marker()
    except OSError as error:
        return Message(AWAY, {"why": error.strerror or type(error).__name__})
    if not wanted or stored == wanted:
        return ""
    return Message(OTHER if stored else MISSING, {"file": MARKER})


recent_uploads_problem = ask_seldom(uploads_problem, seconds=TRUSTED_SECONDS)


def require_own_uploads() -> None:
    """Raise UploadsNotOurs, before something is written or a file counts as lost."""
    if problem := uploads_problem():
        raise UploadsNotOurs(problem)


def stored_marker() -> str:
    """Return the marker in the storage, "" where there is none. Raises OSError."""
    try:
        with default_storage.open(MARKER) as file:
            return bytes(file.read(100)).decode("ascii", "replace").strip()
    except FileNotFoundError:
        return ""


@transaction.atomic
def mark_uploads() -> None:
    """Write the marker as the platform is first seeded. Raises UploadsNotOurs."""
    row, _new = Installation.objects.select_for_update().get_or_create(pk=Installation.THE_ONE)
    stored = stored_marker()
    if stored and stored == row.marker:
        return
    if row.marker:
        raise UploadsNotOurs(
            _("%(problem)s If this is the right one, put a file %(file)s with “%(marker)s” there."),
            problem=Message(OTHER if stored else MISSING, {"file": MARKER}),
            file=MARKER,
            marker=row.marker,
        )
    _refuse_others(stored)
    row.marker = secrets.token_hex(16)
    row.save(update_fields=["marker"])
    _store(row.marker)


def restore_marker() -> None:
    """Write the marker of a restored database beside its uploads. Raises UploadsNotOurs."""
    marker = Installation.known_marker()
    if marker and (stored := stored_marker()) != marker:
        _refuse_others(stored)
        _store(marker)


def _refuse_others(stored: str) -> None:
    if stored:
        raise UploadsNotOurs(
            _(
                "The storage of uploads here is another platform's, by its %(file)s: use an empty "
                "one, or remove that file if the other platform is no more."
            ),
            file=MARKER,
        )


def _store(marker: str) -> None:
    default_storage.save(MARKER, ContentFile(f"{marker}\n".encode()))


def work_refusal() -> str:
    """Return why a process of this version may not work on this database, or "".

    It would store what others cannot read, or void matches that it does not know.
    """
    allowed = Installation.allowed_versions()
    if own_version() in allowed:
        return ""
    words = _(
        "This worker is Kingsbench %(own)s, and its database was migrated for %(allowed)s. Upgrade "
        "the older of the two: workers by restarting them with the new program, the database with "
        "`manage.py migrate`."
    )
    return Message(words, {"own": own_version(), "allowed": ", ".join(allowed) or "none"})


# Most messages find the work done by others, and need no connection to the database.
recent_work_refusal = ask_seldom(work_refusal, seconds=TRUSTED_SECONDS)


@transaction.atomic
def allow_own_version() -> None:
    """Store which versions may work from now on: this one, and earlier ones that fit."""
    row, _new = Installation.objects.select_for_update().get_or_create(pk=Installation.THE_ONE)
    row.versions = [own_version(), *ALSO_FIT]
    row.save(update_fields=["versions"])
