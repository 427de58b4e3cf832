"""A program that prints the signals that ask it to stop, and does not stop."""

import signal
import time


def main() -> None:
    # A shell would not hear what its parent ignores.
    for number in (signal.SIGTERM, signal.SIGQUIT):
        signal.signal(number, lambda number, _: print(signal.Signals(number).name, flush=True))
    print("ready", flush=True)
    while True:
        time.sleep(0.05)


if __name__ == "__main__":
    main()
