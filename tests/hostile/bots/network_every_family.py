# expect: held
# Seldom used families have seldom read code.
def attack(config):
    return that_worked(
        *((syscall, 41, family, kind, 0) for family in range(64) for kind in range(1, 6))
    )
