# expect: held
# Signals and timers as descriptors.
def attack(config):
    mask = (ctypes.c_uint64 * 1)(0)
    return that_worked((syscall, 289, -1, mask, 8, 0), (syscall, 283, 1, 0))
