"""Take an upload without running, compiling or unpacking it; the jail does the rest."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import PurePosixPath

import structlog
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.files.base import ContentFile, File
from django.db.models import Q

from arena.bots.bot_names import (
    bot_name_kept,
    require_bot_name,
    require_free_bot_name,
)
from arena.bots.checks import drop_check, queue_checks
from arena.bots.manage_bot import DELETED_UPLOAD
from arena.bots.models import HOST, SUPERSEDED
from arena.bots.upload_inspection import UnfitUpload, inspect_content, most_bytes
from arena.core.database_clock import database_now
from arena.core.errors import (
    BadUpload,
    LadderClosed,
    NotStored,
    OwnerFull,
    SameUpload,
    Withdrawn,
)
from arena.core.guards import require_jail, require_own_bot, require_quota
from arena.core.log_action import log_event
from arena.core.require_name import free_slug
from arena.models import Action, Bot, Ladder, LadderCheck, Version
from arena.queue.refusals import require_own_uploads
from engine.messages import Message
from engine.messages import gettext_noop as _

BACK = _("It was withdrawn. It plays again, with its history, once a version passes its check.")
log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Upload:
    """An inspected file with its owner's name for it."""

    filename: str
    content: bytes


def inspect_upload(*, upload: File[bytes]) -> Upload:
    """Check a .py's text or a zip's directory. Raises BadUpload."""
    filename = PurePosixPath((upload.name or "").replace("\\", "/")).name[-100:]
    try:
        most = most_bytes(filename, settings.UPLOAD_MOST)
        upload.seek(0)
        content: bytes = upload.read(most + 1)
        python_only = settings.BOT_LANGUAGES == ["python"]
        inspect_content(filename, content, most=most, python_only=python_only)
    except UnfitUpload as unfit:
        raise BadUpload.like(unfit) from unfit
    return Upload(filename, content)


def submit_bot(
    *,
    owner: AbstractBaseUser,
    upload: File[bytes],
    ladder: Ladder,
    name: str = "",
    bot: Bot | None = None,
    description: str = "",
    note: str = "",
    activates: bool = True,
) -> Version:
    """Store an upload as a version of `bot` or a new bot, and queue its check. Raises Refused.

    Unless it `activates`, the version before plays on. Nothing is run, compiled or unpacked here.
    """
    if bot is not None:
        words = _("You can only upload versions of your own bots.")
        require_own_bot(bot=bot, person=owner, words=words)
    if not ladder.takes_entries:
        words = _("The ladder “%(ladder)s” does not accept new bots right now. Choose another one.")
        raise LadderClosed(words, ladder=ladder.name)
    require_jail(words=_("Uploads are closed: this machine cannot run bots in a jail. %(problem)s"))
    inspected = inspect_upload(upload=upload)
    with bot_name_kept(name=name):
        held = _lock_bot(bot) if bot else _lock_withdrawn(owner, name)
        _require_room(owner, bot)
        if held is None:
            name = require_bot_name(name=name)
            require_free_bot_name(name=name, owner=owner)
            slug = free_slug(name=name, among=Bot)
            held = Bot.objects.create(owner_id=owner.pk, name=name, slug=slug)
        elif held.state == Bot.State.WITHDRAWN:  # benched until the upload has passed its check
            held.state, held.bench_reason = Bot.State.BENCHED, Message(BACK)
            held.save(update_fields=["state", "bench_reason"])
        if description:
            held.description = description
            held.save(update_fields=["description"])
        return _store_version(held, ladder, inspected, note=note, activates=activates)


def _lock_bot(bot: Bot) -> Bot:
    bot = Bot.objects.locked(bot.pk)
    if bot.state == Bot.State.WITHDRAWN:
        words = _(
            "“%(name)s” was withdrawn. Upload the file as a new bot, with this name to bring it "
            "back or with another name."
        )
        raise Withdrawn(words, name=bot.name)
    return bot


def _require_room(owner: AbstractBaseUser, bot: Bot | None) -> None:
    require_quota(
        person=owner,
        done=Version.objects.filter(bot__owner=owner.pk),
        more=Action.objects.filter(actor=owner.pk, verb=DELETED_UPLOAD),
        most=settings.UPLOADS_PER_DAY,
        words=_("You can upload %(most)d files a day. Try again from %(when)s."),
    )
    own = Bot.objects.with_slot().filter(owner=owner.pk)
    if bot is None and own.count() >= settings.BOTS_PER_OWNER:
        words = _(
            "You have %(most)d bots, which is the limit. Upload a new version of one of them, or "
            "withdraw one."
        )
        raise OwnerFull(words, most=settings.BOTS_PER_OWNER)


def _lock_withdrawn(owner: AbstractBaseUser, name: str) -> Bot | None:
    """Lock and return the owner's withdrawn bot of this name."""
    own = Bot.objects.run_by(owner).named(require_bot_name(name=name))
    return own.filter(state=Bot.State.WITHDRAWN).select_for_update(no_key=True).first()


def _store_version(
    bot: Bot, ladder: Ladder, upload: Upload, *, note: str, activates: bool
) -> Version:
    """Store the next version of a locked bot, and queue its check."""
    began, digest = database_now(), hashlib.sha256(upload.content).hexdigest()
    _require_change(bot, digest)
    superseded = bot.versions.filter(state=Version.State.CHECKING)
    for check in LadderCheck.objects.checking().filter(version__in=superseded):
        drop_check(check=check, reason=Message(_("A newer version was uploaded.")))
    superseded.update(
        state=Version.State.REJECTED,
        checked_at=database_now(),
        failure={
            "verdict": SUPERSEDED,
            "message": Message(_("A newer version was uploaded before this one was checked.")),
        },
    )
    latest = bot.versions.order_by("-number").first()
    version = Version(
        bot=bot,
        number=latest.number + 1 if latest else 1,
        filename=upload.filename,
        sha256=digest,
        size=len(upload.content),
        ladder=ladder,
        note=note,
        activates=activates,
    )
    try:
        require_own_uploads()
        version.source.save(upload.filename, ContentFile(upload.content), save=False)
    except OSError as error:
        log.exception("upload_not_stored", bot=version.bot_id)
        words = _("The file cannot be stored right now. Nothing was changed. Try again later.")
        raise NotStored(words) from error
    try:
        version.save()
        queue_checks(version=version, ladder=ladder)
    except BaseException:
        version.source.delete(save=False)
        raise
    log_event(
        "bot_uploaded",
        began=began,
        ended=database_now(),
        bot=bot.pk,
        version=version.number,
        owner=bot.owner_id,
        ladder=ladder.pk,
        bytes=version.size,
    )
    return version


def _require_change(bot: Bot, digest: str) -> None:
    """Refuse a current, checking or failed file; older or unchecked ones may return."""
    unfinished = Q(failure__verdict__in=[HOST, SUPERSEDED])
    older = Q(state=Version.State.ACCEPTED)
    if bot.bench_reason != BACK:
        older &= ~Q(pk=bot.current_id)
    version = bot.versions.filter(sha256=digest).exclude(older).exclude(unfinished).first()
    if version is not None:
        words = _("This file is already version %(number)d of %(bot)s (%(state)s).")
        state = Version.State(version.state).label
        raise SameUpload(words, version=version, number=version.number, bot=bot.name, state=state)
