# expect: held
# A pipe in packet mode would hand over one byte at a time.
import fcntl


def attack(config):
    flags = os.O_DIRECT | os.O_WRONLY
    return that_worked(*[(fcntl.fcntl, end, fcntl.F_SETFL, flags) for end in (1, 2, 4)])
