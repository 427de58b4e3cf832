"""Plain-text mails in the reader's language."""

from urllib.parse import urljoin, urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from arena.models import Notification
from website.accounts.models import User
from website.accounts.preferences import zone_of
from website.notifications.words import notification_line, subject

MOST_OF_SUBJECT = 150


def send_mail(*, notifications: list[Notification]) -> bool:
    """Mail one person's notifications; return whether there was an address. Raise OSError.

    Only active users with verified addresses get mail.
    """
    user = User.objects.get(pk=notifications[0].user_id)
    address = EmailAddress.objects.filter(user=user, primary=True, verified=True).first()
    if address is None or not user.is_active:
        return False
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zone_of(user)):
        message(user, address.email, notifications).send()
    return True


def message(user: User, address: str, notifications: list[Notification]) -> EmailMessage:
    lines = [notification_line(notification) for notification in notifications]
    choices = urljoin(settings.SITE_URL, reverse("accounts:notifications"))
    site = urlsplit(settings.SITE_URL).hostname
    words = gettext("Kingsbench, %(site)s, to %(name)s. Choose your notifications:")
    foot = f"{words % {'site': site, 'name': user.username}}\n{choices}"
    text = render_to_string("notifications/mail.txt", {"lines": lines, "foot": foot})
    head = f"[Kingsbench] {subject(lines)}"
    return EmailMessage(
        " ".join(head.split())[:MOST_OF_SUBJECT],
        text,
        to=[address],
        headers={
            "Message-ID": f"<news-{user.pk}-{notifications[0].pk}-{notifications[-1].pk}@{site}>",
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{choices}>",
        },
    )
