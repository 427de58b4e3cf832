# expect: held
# A terabyte that is only reserved still costs tables.
def attack(config):
    return that_worked(*((syscall, 9, 0, 1 << size, 0, 0x4022, -1, 0) for size in (46, 40, 36, 31)))
