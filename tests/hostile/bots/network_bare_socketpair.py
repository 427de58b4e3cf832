# expect: held
# Even a pair of sockets can pass descriptors.
def attack(config):
    pair = (ctypes.c_int * 2)()
    return syscall(53, 1, 1, 0, pair) == 0 and "socketpair"
