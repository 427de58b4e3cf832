"""Step 3: two Smithies, which draw more money into the hand."""

from kit.sdk import Answer, Request, count, default_answer, supply

SMITHIES = 2


def decide(request: Request) -> Answer:
    if request.kind == "buy":
        return default_answer(request, wanted(request))
    return default_answer(request)  # plays, discards, trashes, ... in a sensible way


def wanted(request: Request) -> list[str]:
    """What to buy now, best first."""
    left = supply(request)["Province"]
    cards = ["Gold", "Silver"]
    if count(request, "Smithy") < SMITHIES:
        cards.insert(1, "Smithy")
    if left <= 2:
        cards.insert(0, "Estate")
    if left <= 4:
        cards.insert(0, "Duchy")
    if count(request, "Gold") > 0:
        cards.insert(0, "Province")
    return cards
