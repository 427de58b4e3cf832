"""Big Money in fifteen lines: buy the best treasure you can, then Provinces."""

WANTED = ["Province", "Gold", "Silver"]


def decide(request):
    if request.kind == "play_treasures":
        return list(range(len(request.options)))  # play every treasure in hand
    if request.kind == "buy":
        for name in WANTED:
            if name in request.options:  # the piles that can be paid for
                return name
    return request.default  # whatever else is asked: the first legal answer
