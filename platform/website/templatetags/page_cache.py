"""Template tags of pages that are cached."""

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.utils.safestring import SafeString

from arena.models import Bot
from website import page_cache

register = template.Library()


class CachedPart(Node):
    def __init__(self, nodes: NodeList) -> None:
        self.nodes = nodes

    def render(self, context: template.Context) -> SafeString:
        cached = page_cache.cached_part(context.get("request"))
        return self.nodes.render(context) if cached is None else cached


@register.tag
def cached_part(parser: Parser, _token: Token) -> CachedPart:
    """Show the page's polled part as it is cached, or else what stands here."""
    nodes = parser.parse(("endcached_part",))
    parser.delete_first_token()
    return CachedPart(nodes)


@register.filter
def own_row(bot: Bot) -> SafeString:
    """Return the class of a row that is its reader's own: a placeholder, as others see it too."""
    return page_cache.placeholder(bot.owner_id)
