"""Erase what is personal of a version: its source, what its owner said of it, and what it printed
and said when it faulted."""

from functools import partial

from django.db import transaction

from arena.models import BotLog, BotSeat, Failure, Fault, Version


@transaction.atomic
def erase_version(*, version: Version) -> None:
    """Its matches keep their results and their verdicts. It can never play again."""
    BotLog.objects.filter(seat__version=version).delete()
    Failure.objects.filter(version=version).delete()
    Fault.objects.filter(seat__version=version).update(
        traceback="", decision=None, view=None, log="", message=""
    )
    BotSeat.objects.filter(version=version).update(failure=None, message="")
    storage, name = version.source.storage, version.source.name
    Version.objects.filter(pk=version.pk).update(source="", filename="", note="", failure=None)
    if name:
        transaction.on_commit(partial(storage.delete, name))
