"""Games on the site. `contract.py` says what the site asks of one; MODULES says where each answers.

A module offers its `SiteGame` as SITE_GAME. A game without a module gets every default.
"""

MODULES = {
    "dominion": "website.games.dominion",
    "kingdomino": "website.games.kingdomino",
}
