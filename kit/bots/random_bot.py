"""Random: any legal answer, each equally likely."""

import random

from kit.sdk import Request


def decide(request: Request) -> list[int]:
    """Draw how many options to pick, then which."""
    count = random.randint(request.least, request.most)
    return random.sample(range(len(request.options)), count)
