# expect: held
# A second set of rules must not widen the first.
def attack(config):
    rights = (ctypes.c_uint64 * 1)(1 << 2)
    return syscall(444, rights, 8, 0) >= 0 and "landlock"
