"""Count like a web server, in TMPDIR; prints the folder and stays."""

import os
import time

from website.metrics import shared


def main() -> None:
    shared.MEMORY = os.environ["TMPDIR"]
    shared.count_together()
    print(os.environ[shared.FOLDER], flush=True)
    time.sleep(600)


if __name__ == "__main__":
    main()
