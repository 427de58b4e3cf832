# expect: held
# A process group that is shared with others dies together.
import signal


def attack(config):
    for number in (0, -1):
        try:
            os.kill(number, signal.SIGKILL)
            os.kill(number, signal.SIGSTOP)
        except OSError:
            pass
    return that_worked((os.killpg, os.getppid() or 2, signal.SIGKILL))
