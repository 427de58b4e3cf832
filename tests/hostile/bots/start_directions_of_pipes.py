# expect: held
# A pipe that can be read from the wrong side shows another's words.
import fcntl


def attack(config):
    wanted = {0: os.O_RDONLY, 1: os.O_WRONLY, 2: os.O_WRONLY, 3: os.O_RDONLY, 4: os.O_WRONLY}
    found = {end: fcntl.fcntl(end, fcntl.F_GETFL) & os.O_ACCMODE for end in wanted}
    return found != wanted and found
