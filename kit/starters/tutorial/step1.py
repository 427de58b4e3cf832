"""Step 1: buy the best card that there is money for."""

from kit.sdk import Answer, Request

WANTED = ("Province", "Gold", "Silver")  # best first


def decide(request: Request) -> Answer:
    if request.kind == "play_treasures":
        return list(range(request.most))  # all of them
    if request.kind == "buy":
        return [card for card in WANTED if card in request.options][:1]
    return request.default
