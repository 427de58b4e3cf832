# expect: held
# TIOCSTI types into the terminal of whoever started the platform.
import fcntl


def attack(config):
    for end in (0, 1, 2):
        try:
            fcntl.ioctl(end, 0x5412, b"x")  # TIOCSTI: type into the operator's terminal
            return "typed into a terminal"
        except OSError:
            pass
