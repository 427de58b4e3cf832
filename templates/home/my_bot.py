"""Big Money: the best treasure you can pay for, then Provinces."""

WANTED = ["Province", "Gold", "Silver"]


def decide(request):
    if request.kind == "play_treasures":  # all of them
        return list(range(len(request.options)))
    if request.kind == "buy":  # options: the piles you can pay for
        for name in WANTED:
            if name in request.options:
                return name
    return request.default  # else: the first legal answer
