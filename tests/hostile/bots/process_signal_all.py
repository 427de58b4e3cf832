# expect: held
# Killing whoever can be reached.
import signal


def attack(config):
    for number in range(2, 400):
        try:
            os.kill(number, signal.SIGKILL)
            return f"killed {number}"
        except OSError:
            pass
    os.kill(-1, signal.SIGKILL)
    os.kill(config["referee"], signal.SIGKILL)
    return "killed the referee"
