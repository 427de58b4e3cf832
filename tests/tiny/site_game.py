"""The tiny game on the site: one prompt of its own, all else by default."""

from website.games.contract import SiteGame


class TinySite(SiteGame):
    """Its question in words."""

    prompts = {"take": "How much do you take?"}


SITE_GAME = TinySite("tiny")
