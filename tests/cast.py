"""The cast: Alice owns a bot, Bob is her rival, Charlie owns nothing, Olga organises."""

import hashlib
from datetime import timedelta
from typing import Any

from django.core.files.base import ContentFile
from django.db.models import Q
from django.utils import timezone

from arena.bots.checks import record_passed
from arena.ladders.entries import enter_ladder
from arena.models import Bot, Entry, Ladder, Version, VersionRating
from arena.ratings.update_ratings import show_bot
from website.accounts.models import User

PASSWORD = "a-castle-of-words-7"
SOURCE = b"def decide(request):\n    return request.default\n"


def person(name: str, **fields: Any) -> User:
    """Get or create this member of the cast."""
    found = User.objects.filter(username=name).first()
    return found or User.objects.create_user(name, password=PASSWORD, **fields)


def alice() -> User:
    """She owns a bot."""
    return person("alice")


def bob() -> User:
    """Her rival, with a bot of his own."""
    return person("bob")


def charlie() -> User:
    """He has an account and no bot."""
    return person("charlie")


def olga() -> User:
    """The organiser."""
    return person("olga", is_staff=True)


def house() -> User:
    """The owner of the bots that came with the platform."""
    return person("house")


def a_ladder(**fields: Any) -> Ladder:
    """An open Dominion ladder for two; the fields given differ."""
    usual = {
        "name": "Dominion: first game",
        "slug": "dominion-first-game",
        "game": "dominion",
        "config": {"kingdom": "First Game"},
    }
    return Ladder.objects.create(**(usual | fields))


def a_bot(owner: User, name: str, ladder: Ladder, source: bytes = SOURCE, **fields: Any) -> Bot:
    """A bot whose version was accepted, entered on the ladder."""
    slug = name.lower().replace(" ", "-")
    bot = Bot.objects.create(owner=owner, name=name, slug=slug, **fields)
    play_with(bot, source, ladder)
    enter_ladder(bot=bot, ladder=ladder)
    return bot


def a_house_bot(name: str, ladder: Ladder, source: bytes = SOURCE) -> Bot:
    """A bot of the house."""
    return a_bot(house(), name, ladder, source, is_house=True)


def enter(bot: Bot, ladder: Ladder) -> Entry:
    """Enter a bot, as if it had passed the ladder's check."""
    assert bot.current is not None
    record_passed(version=bot.current, ladder=ladder)
    return enter_ladder(bot=bot, ladder=ladder)


def play_with(bot: Bot, source: bytes, ladder: Ladder) -> Version:
    """Give the bot another accepted version, current from now on."""
    version = Version(
        bot=bot,
        number=bot.versions.count() + 1,
        filename="bot.py",
        sha256=hashlib.sha256(source).hexdigest(),
        size=len(source),
        state=Version.State.ACCEPTED,
        ladder=ladder,
        checked_at=timezone.now(),
    )
    version.source.save("bot.py", ContentFile(source), save=False)
    version.save()
    version.begin_to_play()
    bot.current = version
    bot.save()
    for known in Ladder.objects.filter(Q(pk=ladder.pk) | Q(entries__bot=bot)):
        record_passed(version=version, ladder=known)
    bot.tell_entries()
    show_bot(bot=bot)
    return version


def entry_of(bot: Bot) -> Entry:
    """The bot's only entry, as the database has it now."""
    return Entry.objects.get(bot=bot)


def has_waited(bot: Bot, seconds: float) -> None:
    """Backdate the bot's entry, as if it had waited."""
    since = timezone.now() - timedelta(seconds=seconds)
    Entry.objects.filter(bot=bot).update(waiting_since=since)


def has_played(bot: Bot, matches: int, **fields: Any) -> None:
    """Set how many rated matches the entry has played, all with its present version."""
    usual = {
        "matches": matches,
        "version_matches": matches,
        "virtual_finish": 1.0 if matches else 0.0,
    }
    Entry.objects.filter(bot=bot).update(**(usual | fields))
    skill = {name: fields[name] for name in ("mu", "sigma") if name in fields}
    for entry in Entry.objects.filter(bot=bot).select_related("ladder") if skill else ():
        VersionRating.objects.update_or_create(
            entry=entry,
            version=bot.current,
            rating_run=entry.ladder.rating_run,
            defaults={"first_serial": 1, "last_serial": 1} | skill,
        )
