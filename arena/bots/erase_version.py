from functools import partial

from django.db import transaction

from arena.matches.archive_games import erase_archived_logs
from arena.models import BotLog, BotSeat, Failure, Fault, Version


@transaction.atomic
def erase_version(*, version: Version) -> None:
    """Delete source, note, logs and fault details; results stay. It can never play again."""
    BotLog.objects.filter(seat__version=version).delete()
    erase_archived_logs(seats=set(version.seats.values_list("pk", flat=True)))
    Failure.objects.filter(version=version).delete()
    Fault.objects.filter(seat__version=version).update(
        traceback="", decision=None, view=None, log="", message=""
    )
    BotSeat.objects.filter(version=version).update(failure=None, message="")
    storage, name = version.source.storage, version.source.name
    Version.objects.filter(pk=version.pk).update(source="", filename="", note="", failure=None)
    if name:
        transaction.on_commit(partial(storage.delete, name))
