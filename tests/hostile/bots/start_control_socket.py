# expect: held
# An inherited line to the parent would start, or read, other bots.
import stat


def attack(config):
    odd = {}
    for end in range(1024):
        try:
            mode = os.fstat(end).st_mode
        except OSError:
            continue
        if end > 4 or not (stat.S_ISFIFO(mode) or end == 0 and stat.S_ISCHR(mode)):
            odd[end] = oct(mode)
    return odd
