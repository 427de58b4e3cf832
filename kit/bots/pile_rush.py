"""Pile Rush: money first, then empty the small piles."""

from kit.sdk import Answer, Request, default_answer, my_cards

RUSH = 10  # first round of the rush
BREEDS = (  # gain or buy more than one card a turn
    "Workshop", "Nomad Camp", "Worker's Village", "Woodcutter", "Festival", "Market",
    "Council Room", "Grand Market", "Goons", "Margrave",
)  # fmt: skip
GREEN = ("Colony", "Province", "Duchy", "Silk Road", "Gardens", "Tunnel", "Estate")
HARM = ("Curse", "Copper")
VILLAGES = ("Village", "Worker's Village", "Festival")  # played first, then the dearest


def decide(request: Request) -> Answer:
    if request.kind in ("buy", "gain", "name"):
        return default_answer(request, buy_order(request))
    if request.kind == "play_action":
        return default_answer(request, [*VILLAGES, *reversed(request.options)])
    return default_answer(request)


def buy_order(request: Request) -> list[str]:
    """Money, then points and low piles."""
    supply, costs = request.view["supply"], request.view["costs"]
    mine = my_cards(request)
    if request.view["turn"] < RUSH:
        breeds = [card for card in BREEDS if card in supply][:1]
        missing = [card for card in breeds if card not in mine]
        return ["Colony", "Platinum", "Gold", *missing, "Silver"]
    cheap = [card for card in supply if costs[card] < 5 and card not in HARM]
    return [*GREEN, *sorted(cheap, key=lambda card: (supply[card], costs[card]))]
