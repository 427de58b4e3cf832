"""Makes pipes, then prints the number of its own."""

import os
from typing import Any


def decide(request: Any) -> Any:
    for _ in range(20_000):
        try:
            for end in os.pipe():
                os.close(end)
        except OSError as problem:
            print(problem)
            break
    print("COUNTED", os.fstat(3).st_ino)
    return request.default
