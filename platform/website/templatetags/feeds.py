"""The button that follows what a page is about, and its Atom feeds."""

from typing import Any

from django import template
from django.db.models import Model
from django.template import Context
from django.urls import reverse

from website.feeds.following import is_followed
from website.site.http import viewer

register = template.Library()


@register.inclusion_tag("feeds/button.html", takes_context=True)
def follow_button(context: Context, kind: str, target: Model, name: str) -> dict[str, Any]:
    """Show it to people with an account."""
    request = context["request"]
    person = viewer(request)
    return {
        "kind": kind,
        "name": name,
        "person": person,
        "is_followed": person is not None and is_followed(person, kind, target),
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("feeds/alternate.html")
def atom_feed(route: str, name: str) -> dict[str, Any]:
    """Let feed readers find a feed from the page's head."""
    return {"href": reverse(f"feeds:{route}", args=[name]), "is_news": route.endswith("_news")}
