# expect: held
# Namespaces are counted for a user: none left, and no other jail can start.
def attack(config):
    made = 0
    for _ in range(300):
        try:
            if syscall(56, 0x10000000 | 17, None, None, None, None) == 0:
                os._exit(0)
            made += 1
        except OSError:
            pass
    return made
