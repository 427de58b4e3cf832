"""Games on the site; `contract.py` says what one offers.

MODULES: name -> module with a SITE_GAME. A game without one gets every default.
"""

MODULES = {
    "dominion": "website.games.dominion",
    "kingdomino": "website.games.kingdomino",
}
