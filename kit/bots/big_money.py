"""Big Money: Provinces, Gold and Silver, no Actions."""

from kit.sdk import Answer, Request, default_answer


def decide(request: Request) -> Answer:
    if request.kind == "play_action":
        return request.default
    return default_answer(request)  # which buys points, then money
