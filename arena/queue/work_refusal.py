import time

from django.db import transaction

from arena.core.own_version import ALSO_FIT, own_version
from arena.models import Installation
from engine.messages import Message
from engine.messages import gettext_noop as _

TRUSTED_SECONDS = 10.0  # for which a process believes what it has seen
_seen = {"at": float("-inf")}


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


def recent_work_refusal() -> str:
    """Return the same, asking at most every ten seconds while this version may work.

    Most messages find the work done by others, and need no connection to the database.
    """
    if time.monotonic() - _seen["at"] < TRUSTED_SECONDS:
        return ""
    refusal = work_refusal()
    _seen["at"] = float("-inf") if refusal else time.monotonic()
    return refusal


@transaction.atomic
def allow_own_version() -> None:
    """Store which versions may work from now on: this one, and earlier ones that fit."""
    row, _new = Installation.objects.select_for_update().get_or_create(pk=Installation.THE_ONE)
    row.versions = [own_version(), *ALSO_FIT]
    row.save(update_fields=["versions"])
