"""Messages as Discord's webhooks take them; other chat services read them, too.

Source: https://discord.com/developers/docs/resources/webhook#execute-webhook, and the limits of
https://discord.com/developers/docs/resources/message#embed-object-embed-limits
"""

import re
from datetime import datetime
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext

from arena.models import Notification
from arena.notifications.kinds import KINDS
from website.accounts.models import User
from website.notifications.words import NotificationText, notification_line

MOST_CONTENT, MOST_TITLE, MOST_DESCRIPTION = 2000, 256, 3500  # an embed has 6000 at most
COLOURS = {"good": 0x3C7A3C, "bad": 0xB03A2E, "": 0x6B5B3E}
MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#<:@-])")
Body = dict[str, Any]


def discord_body(notification: Notification, reader: User) -> Body:
    """Put a notification in words in the reader's language."""
    with translation.override(reader.language or settings.LANGUAGE_CODE):
        line = notification_line(notification)
        kind = capfirst(str(KINDS[notification.kind].label))
        return _body(line.text, [_embed(line, kind, notification.visible_at)])


def discord_test(reader: User) -> Body:
    with translation.override(reader.language or settings.LANGUAGE_CODE):
        return _body(gettext("A test by Kingsbench. This webhook works."), [])


def _body(text: str, embeds: list[Body]) -> Body:
    """Mention nobody, whatever names say."""
    return {
        "content": fit(text, MOST_CONTENT),
        "embeds": embeds,
        "allowed_mentions": {"parse": []},
    }


def _embed(line: NotificationText, kind: str, visible_at: datetime) -> Body:
    embed: Body = {
        "title": fit(kind, MOST_TITLE),
        "url": urljoin(settings.SITE_URL, line.path),
        "color": COLOURS[line.tone],
        "timestamp": visible_at.isoformat(timespec="seconds"),
    }
    return embed | ({"description": fit(line.detail, MOST_DESCRIPTION)} if line.detail else {})


def fit(text: str, most: int) -> str:
    """Return the text without Markdown, cut to so many UTF-16 units."""
    plain = MARKDOWN.sub(r"\\\1", text)
    units = plain.encode("utf-16-le")
    if len(units) <= 2 * most:
        return plain
    cut = units[: 2 * (most - 1)].decode("utf-16-le", "ignore")
    is_halved = (len(cut) - len(cut.rstrip("\\"))) % 2  # the sign after a backslash is gone
    return cut[: len(cut) - is_halved] + "\N{HORIZONTAL ELLIPSIS}"
