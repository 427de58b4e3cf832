# expect: held
# Killing oneself by SIGKILL would look like the host's doing.
import signal


def attack(config):
    for number in {*range(1, 65)} - {signal.SIGINT, 32, 33}:
        os.kill(os.getpid(), number)
