"""Template tags of pages that are cached."""

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.utils.safestring import SafeString

from arena.models import Bot
from website.site import page_cache

register = template.Library()


class CachedPart(Node):
    def __init__(self, name: str, nodes: NodeList) -> None:
        self.name, self.nodes = name, nodes

    def render(self, context: template.Context) -> SafeString:
        request = context.get("request")
        return page_cache.cached_part(request, self.name, lambda: self.nodes.render(context))


@register.tag
def cached_part(parser: Parser, token: Token) -> CachedPart:
    """Show this part of the page as it is cached, or else what stands here."""
    _tag, name = token.split_contents()
    nodes = parser.parse(("endcached_part",))
    parser.delete_first_token()
    return CachedPart(name, nodes)


@register.filter
def own_row(bot: Bot) -> SafeString:
    """Return the class of a row that is its reader's own: a placeholder, as others see it too."""
    return page_cache.placeholder(bot.owner_id)
