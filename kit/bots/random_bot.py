"""Random: any legal answer, each equally likely."""

import random
from typing import Any


def decide(request: Any) -> list[int]:
    """Draw how many options to pick, then which."""
    count = random.randint(request.least, request.most)
    return random.sample(range(len(request.options)), count)
