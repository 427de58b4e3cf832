"""Count in two forks of one server; prints the metrics and the shared folder."""

import os

from website.metrics.shared import FOLDER, count_together


def main() -> None:
    count_together()
    # It reads the folder's name when it is imported.
    from prometheus_client import CollectorRegistry, Counter, generate_latest  # noqa: PLC0415
    from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

    heard = Counter("heard", "Requests")
    for _ in range(2):
        if (child := os.fork()) == 0:
            heard.inc()
            os._exit(0)
        os.waitpid(child, 0)
    both = CollectorRegistry()
    MultiProcessCollector(both)  # type: ignore[no-untyped-call]
    print(generate_latest(both).decode(), os.environ[FOLDER])


if __name__ == "__main__":
    main()
