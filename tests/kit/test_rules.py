"""The house bots' answers, card by card."""

from typing import Any, NamedTuple

import pytest

from engine.dominion import position
from engine.game import Decision, Game
from kit.bots import house_bots
from sandbox.guest.answers import picks
from tests.kit.games import load, request

BOT = house_bots()["big-money"].path  # the rules are the same text in all


Start = tuple[dict[str, str], list[list[str]]]  # the first seat's cards, and its picks


class Case(NamedTuple):
    """A position, the picks that lead to the question, and the sensible answer."""

    mine: dict[str, str]
    others: dict[str, str]
    picks: list[list[str]]
    answer: list[str]
    more: dict[str, Any] = {}


def hand(cards: str, deck: str = "3 Copper", **more: str) -> dict[str, str]:
    return {"hand": cards, "deck": deck, **more}


def plays(card: str, *rest: str, mine: str = "2 Copper", deck: str = "8 Copper") -> Start:
    """The first seat has this Action in hand with these cards, and plays it."""
    return hand(", ".join([card, mine, *rest]), deck), [[card]]


def buys(card: str, mine: str = "", **zones: str) -> Start:
    """The first seat buys this card with that in hand."""
    return {"hand": mine, "deck": "5 Copper", **zones}, [[card]]


NOBODY = hand("Copper")
BUYING = {"phase": "buy", "coins": 8, "bought": True}


def case(begun: Start, others: dict[str, str], answer: str, *then: list[str], **more: Any) -> Case:
    mine, first = begun
    words = [word for word in answer.split(", ") if word]
    return Case(mine, others, [*first, *then], words, more)


CASES = {
    # what to trash
    "Chapel, no money yet": case(plays("Chapel", "Curse, Estate, Gold"), NOBODY, "Curse, Estate"),
    "Chapel, rich": case(plays("Chapel", "3 Gold"), NOBODY, "Copper, Copper"),
    "Chapel, late": case(
        plays("Chapel", "Curse, Estate"), NOBODY, "Curse", supply={"Province": 2}
    ),
    "Remodel": case(plays("Remodel", "Estate, Gold"), NOBODY, "Estate"),
    "Mine": case(plays("Mine", "Silver, Gold"), NOBODY, "Copper"),
    "Forge": case(plays("Forge", "2 Estate, Gold"), NOBODY, "Estate, Estate"),
    "Spice Merchant, poor": case(plays("Spice Merchant", "Gold"), NOBODY, ""),
    "Spice Merchant, rich": case(plays("Spice Merchant", "3 Gold"), NOBODY, "Copper"),
    "Bishop, the others": case(plays("Bishop"), hand("Curse, Gold"), "Curse"),
    "Thief": case(plays("Thief"), hand("Copper", "Copper, Gold"), "Gold"),
    "Thief, the booty": case(plays("Thief"), hand("Copper", "Copper, Gold"), "Gold", ["Gold"]),
    "Thief, Copper": case(plays("Thief"), hand("Copper", "2 Copper"), ""),
    "Noble Brigand": case(plays("Noble Brigand"), hand("Copper", "Silver, Gold"), "Gold"),
    # what to discard
    "Cellar": case(plays("Cellar", "Estate, Gold, Province"), NOBODY, "Estate, Province"),
    "Militia": case(
        plays("Militia"), hand("Village, Estate, Copper, Silver, Gold"), "Copper, Estate"
    ),
    "Vault": case(plays("Vault", "Village, Estate"), NOBODY, "Estate, Village"),
    "Vault, the others": case(plays("Vault"), hand("Estate, Duchy, Gold"), "yes", []),
    "Vault, good hands": case(plays("Vault"), hand("Estate, 3 Gold"), "no", []),
    "Embassy": case(
        plays("Embassy", deck="Smithy, Estate, 3 Gold"), NOBODY, "Copper, Estate, Smithy"
    ),
    "Mountebank": case(plays("Mountebank"), hand("Curse, Gold"), "Curse"),
    "Stables": case(plays("Stables", "Gold"), NOBODY, "Copper"),
    "Stables, dear": case(plays("Stables", mine="2 Gold"), NOBODY, ""),
    "Cartographer": case(
        plays("Cartographer", deck="Copper, Gold, Estate, Province, Silver"),
        NOBODY,
        "Estate, Province",
    ),
    # what becomes of cards that are looked at
    "Cartographer, the rest": case(
        plays("Cartographer", deck="Copper, Silver, Estate, Gold, Tunnel"),
        NOBODY,
        "Gold, Silver, Tunnel",
        ["Estate"],
    ),
    "Rabble": case(plays("Rabble"), hand("Copper", "Estate, Province, Gold"), "Province, Estate"),
    "Spy, own": case(plays("Spy", deck="Copper, Estate"), NOBODY, "discard"),
    "Spy, own Gold": case(plays("Spy", deck="Copper, Gold"), NOBODY, "put back"),
    "Spy, others": case(
        plays("Spy", deck="Copper, Gold"), hand("Copper", "Gold"), "discard", ["put back"]
    ),
    "Oracle": case(plays("Oracle"), hand("Copper", "Estate, Copper"), "put back"),
    "Jack of All Trades": case(plays("Jack of All Trades", deck="Curse"), NOBODY, "discard"),
    "Loan": case((hand("Loan", "Copper"), [["Loan"]]), NOBODY, "trash", phase="buy"),
    "Loan, Gold": case((hand("Loan", "Gold"), [["Loan"]]), NOBODY, "discard", phase="buy"),
    "Library": case(plays("Library", deck="Village, 8 Copper"), NOBODY, "Village"),
    "Library, Actions left": case(
        plays("Library", deck="Village, 8 Copper"), NOBODY, "", actions=2
    ),
    # what to put back, take and reveal
    "Bureaucrat": case(plays("Bureaucrat"), hand("Estate, Province"), "Estate"),
    "Mandarin": case(plays("Mandarin", "Estate, Gold"), NOBODY, "Estate"),
    "Scheme": case(
        ({"in_play": "Scheme, Smithy", "deck": "5 Copper"}, []), NOBODY, "Smithy", [], **BUYING
    ),
    "Royal Seal": case(buys("Gold", in_play="Royal Seal"), NOBODY, "Gold", **BUYING),
    "Royal Seal, blank": case(buys("Province", in_play="Royal Seal"), NOBODY, "", **BUYING),
    "Counting House": case(
        (hand("Counting House", discard="2 Copper, Estate"), [["Counting House"]]),
        NOBODY,
        "Copper, Copper",
    ),
    "Mint": case(plays("Mint", "Gold"), NOBODY, "Gold"),
    "Mint, Copper alone": case(plays("Mint"), NOBODY, ""),
    "Inn": case(buys("Inn", discard="Smithy, Estate"), NOBODY, "Smithy, Inn", **BUYING),
    # what to gain and to name
    "Workshop": case(plays("Workshop"), NOBODY, "Silver"),
    "Ill-Gotten Gains": case(
        (hand("Ill-Gotten Gains"), [["Ill-Gotten Gains"]]), NOBODY, "", phase="buy"
    ),
    "Forge, nothing": case(plays("Forge"), NOBODY, "Copper", []),
    "Contraband": case((hand("Contraband"), [["Contraband"]]), NOBODY, "Province", phase="buy"),
    "Swindler": case(plays("Swindler"), hand("Copper", "Copper"), "Curse"),
    "Wishing Well": case(
        plays("Wishing Well", "4 Estate", deck="Copper, 3 Silver, 2 Gold"), NOBODY, "Silver"
    ),
    "Doctor": case(plays("Doctor", deck="4 Copper, Estate"), NOBODY, "Estate"),
    "Journeyman": case(plays("Journeyman", deck="4 Copper, Estate"), NOBODY, "Copper"),
    # what others lose, get and pass on
    "Advisor": case(plays("Advisor", deck="Gold, Copper, Estate"), NOBODY, "Gold"),
    "Envoy": case(plays("Envoy", deck="2 Copper, Silver, Estate, Duchy"), NOBODY, "Duchy"),
    "Ambassador": case(plays("Ambassador", "Curse, Estate, Gold"), NOBODY, "Curse"),
    "Ambassador, the copies": case(
        plays("Ambassador", "3 Estate, Gold"), NOBODY, "2", ["Estate"]
    ),
    "Ambassador, nothing bad": case(
        plays("Ambassador", "2 Gold", mine="Silver"), NOBODY, "0", ["Silver"]
    ),
    "Masquerade": case(plays("Masquerade", "Curse, Estate, Gold"), NOBODY, "Curse"),
    "Jester": case(plays("Jester"), hand("Copper", "Gold"), "you gain a copy"),
    "Jester, Copper": case(plays("Jester"), hand("Copper", "Copper"), "they gain a copy"),
    # modes
    "Steward": case(plays("Steward", "Curse, Estate"), NOBODY, "trash 2 cards"),
    "Steward, nothing bad": case(plays("Steward", "Estate"), NOBODY, "+2 Cards"),
    "Nobles": case(plays("Nobles", "Smithy"), NOBODY, "+2 Actions"),
    "Nobles, Actions left": case(plays("Nobles", "Smithy"), NOBODY, "+3 Cards", actions=2),
    "Nobles, nothing to play": case(plays("Nobles", "Gold"), NOBODY, "+3 Cards"),
    # what to pay beyond the price
    "Herald": case(
        buys("Herald", discard="Estate, Gold"), NOBODY, "2", phase="buy", coins=6, bought=True
    ),
    "Herald, the cards": case(
        buys("Herald", "Copper", discard="Estate, Gold"), NOBODY, "Gold", ["1"], **BUYING
    ),
    "Black Market": case(plays("Black Market"), NOBODY, "Copper, Copper", market="Moat"),
    "Black Market, nothing wanted": case(
        plays("Black Market", "Gold"), NOBODY, "", ["Gold", "Copper"], [], market="Moat, Smithy"
    ),
    "Black Market, the rest": case(
        plays("Black Market", mine="Moat"), NOBODY, "Smithy, Village, Duke",
        market="Smithy, Village, Duke",
    ),
    # what to show
    "Moat": case(plays("Witch"), hand("Moat"), "Moat"),
    "Watchtower": case(plays("Witch"), hand("Watchtower"), "Watchtower"),
    "Watchtower, the Curse": case(plays("Witch"), hand("Watchtower"), "trash", ["Watchtower"]),
    "Watchtower, Gold": case(
        buys("Gold", "Watchtower"), NOBODY, "put on deck", ["Watchtower"], **BUYING
    ),
    "Watchtower, Province": case(buys("Province", "Watchtower"), NOBODY, "", **BUYING),
    "Trader": case(plays("Witch"), hand("Trader"), "Trader"),
    "Trader, Gold": case(buys("Gold", "Trader"), NOBODY, "", **BUYING),
    "Fool's Gold": case(buys("Province"), hand("Fool's Gold"), "Fool's Gold", **BUYING),
    "Tunnel": case(
        plays("Militia"), hand("Tunnel, 3 Copper"), "Tunnel", ["Tunnel"]
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_answer_makes_sense(name: str) -> None:
    one = CASES[name]
    game = position(kingdom=[name.partition(",")[0]], seats=[one.mine, one.others], **one.more)
    for values in one.picks:
        game.choose(by_value(asked(game), values))
    decision = asked(game)
    given = request(game, decision)
    found = [str(decision.options[at]) for at in picks(load(BOT).decide(given), given)]
    arranged = list if decision.ordered else sorted
    assert arranged(found) == arranged(one.answer)


def asked(game: Game) -> Decision:
    assert game.decision
    return game.decision


def by_value(decision: Decision, values: list[str]) -> list[int]:
    options = list(map(str, decision.options))
    return [options.index(value) for value in values]
