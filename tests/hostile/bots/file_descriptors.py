# expect: held
# Any descriptor beyond the five is a door that somebody forgot.
def attack(config):
    return [end for end in range(5, 4096) if os.path.exists(f"/proc/self/fd/{end}") or opened(end)]


def opened(end):
    try:
        os.fstat(end)
        return True
    except OSError:
        return False
