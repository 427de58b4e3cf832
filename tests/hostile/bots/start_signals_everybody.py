# expect: held
# Forked from a common parent, bots could kill it, and one another.
import signal


def attack(config):
    others = (os.getppid(), config["referee"], config["neighbour"], 2, 3, -2, -config["referee"])
    return that_worked(*((os.kill, number, signal.SIGKILL) for number in others if number))
