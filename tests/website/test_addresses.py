"""No address and no form input breaks a page, on either database."""

import json

from tests.arena.conftest import platform
from tests.arena.processes import Platform

__all__ = ["platform"]

WALK = """
import json, re
from django.test import Client
from django.urls import get_resolver
from arena.actions.results.tally_results import tally_results
from arena.models import Match
from tests import cast
from tests.arena.league_steps import a_league
from tests.arena.tournament_steps import opened
from tests.arena.results import played
from website.tournaments.verbs import VERBS
from base64 import b64encode
from urllib.parse import quote

ladder = a_ladder(slug="a-ladder", state="paused")
alcuin, bede = (cast.a_bot(who(), name, ladder)
    for who, name in ((cast.alice, "Alcuin"), (cast.bob, "Bede")))
played(ladder, alcuin, bede)
tally_results(ladder=ladder)
match = Match.objects.get().pk
a_league(name="A league", ladder=ladder)
opened([alcuin], name="A cup")
MANY, NOTHING, BROKEN = "9" * 30, "%00", "%ff"
ODD = (MANY, NOTHING, BROKEN, "%D9%A3")  # the last is a digit that is not ASCII's
FIRST, LAST = "0001-01-01T00:00:00%2B10:00", "9999-12-31T23:59:59-10:00"
pages = [f"/{page}" for odd in ODD for page in (
    f"people/{odd}/", f"office/people/{odd}/", f"office/people/?q={odd}&page={odd}",
    f"matches/?ladder={odd}", f"matches/?game={odd}", f"matches/?before={odd}",
    f"matches/{odd}/", f"matches/{match}/games/{odd}/", f"matches/{match}/games/1/replay/?at={odd}",
    f"bots/?page={odd}", f"bots/compare/?a={odd}&b=bede", f"bots/upload/?ladder={odd}",
    f"bots/compare/?a=alcuin&a_version={odd}&b=bede", f"bots/alcuin/?ladder={odd}",
    f"bots/alcuin/against/?page={odd}", f"bots/alcuin/against/bede/?before={odd}",
    f"bots/alcuin/history/a-ladder/?before={odd}", f"bots/alcuin/versions/{odd}/",
    f"bots/alcuin/ratings/a-ladder.json?version={odd}", f"bots/alcuin/failures/{odd}/",
    f"ladders/a-ladder/?page={odd}&q={odd}&division={odd}&sort={odd}",
    f"ladders/a-ladder/leaderboard.csv?q={odd}", f"tournaments/{odd}/", f"leagues/{odd}/",
    f"log/?verb={odd}&target={odd}&before={odd}", f"play/{odd}/", f"docs/{odd}/",
    f"notifications/?before={odd}&kind={odd}", f"accounts/webhooks/{odd}/", f"cards/{odd}/",
)]
cursors = [quote(b64encode(f"p={odd}".encode())) for odd in (MANY, "nan", "inf", "\\0", "")]
pages += ["/api/v1/" + page for page in (
    *(f"{rows}?cursor={cursor}" for cursor in (*cursors, *ODD) for rows in (
        "bots/", "matches/", "ladders/a-ladder/leaderboard/", "ladders/a-ladder/history/alcuin/",
    )),
    *(f"bots/?search={odd}&owner={odd}&limit={odd}" for odd in ODD),
    *(f"matches/?bot={odd}&ladder={odd}&since={odd}" for odd in ODD),
    *(f"{rows}?since={at}" for at in (FIRST, LAST, *ODD) for rows in ("results/", "matches/")),
    *(f"bots/alcuin/versions/{odd}/" for odd in ODD), *(f"matches/{odd}/" for odd in ODD),
    *(f"audit/?target={odd}&verb={odd}" for odd in ODD), f"matches/{'9' * 18}/",
)]
broken = []
owner = cast.alice()
owner.is_staff = True  # who comes to every page
owner.save()
browser = Client(HTTP_HOST="localhost", raise_request_exception=False)
browser.force_login(owner)
for page in pages:
    answer = browser.get(page)
    try:
        b"".join(answer)
    except Exception as error:
        broken.append([page, repr(error)])
    if answer.status_code >= 500:
        broken.append([page, repr(answer.exc_info[1])])

NUL = "alcuin\\0"
SENT = {"seed-" + NUL: "1", "seed-bede": MANY} | {name: NUL for name in (
    "bot", "reason", "number", "all", "order", "name", "note", "description", "ladder", "username",
    "login", "password", "theme", "language", "next", "url", "a", "b", "email", "entrants", "web",
)} | {name: MANY for name in ("pairing", "entrant", "pick", "events", "scopes", "seats", "games")}
WORDS = {
    "slug": {"ladders": "a-ladder", "leagues": "a-league", "tournaments": "a-cup"},
    "verb": {"leagues": "pause", "tournaments": "seeds"}, "username": {"": "bob"},
    "ladder": {"": "a-ladder"}, "other": {"": "bede"}, "match_id": {"": str(match)},
}
def forms(patterns, before="/", space=""):
    for one in patterns:
        if hasattr(one, "url_patterns"):
            if one.app_name not in ("admin", "api"):
                below = one.namespace or space
                yield from forms(one.url_patterns, before + str(one.pattern), below)
        elif "(" not in str(one.pattern):
            yield space, before + str(one.pattern)
def filled(space, route):
    def word(found):
        kind, name = found.groups()
        known = WORDS.get(name, {})
        return known.get(space) or known.get("") or ("1" if kind == "int" else "alcuin")
    return re.sub(r"<(\\w+):(\\w+)>", word, route)
asked = [filled(*one) for one in forms(get_resolver().url_patterns)]
asked += ["/tournaments/a-cup/organise/%s/" % verb for verb in VERBS]
for page in asked:
    browser.force_login(owner)
    answer = browser.post(page, SENT)
    if answer.status_code >= 500:
        broken.append([page, repr(answer.exc_info[1])])
print(json.dumps([len(pages), len(asked), broken]))
"""


def test_no_address_and_no_form_breaks_a_page(platform: Platform) -> None:
    platform.environment["DEBUG"] = "true"  # static files under their own names
    addresses, forms, broken = json.loads(platform.do(WALK).splitlines()[-1])
    assert addresses > 150
    assert forms > 100
    assert broken == []
