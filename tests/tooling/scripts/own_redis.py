"""Start Redis, print its URL, and stay."""

import time

from tests.services import redis_server

if __name__ == "__main__":
    with redis_server() as url:
        print(url, flush=True)
        time.sleep(60)
