from django.db import transaction

from arena.core.ask_seldom import ask_seldom
from arena.core.own_version import ALSO_FIT, own_version
from arena.models import Installation
from engine.messages import Message
from engine.messages import gettext_noop as _

TRUSTED_SECONDS = 10.0  # for which a process believes what it has seen


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
