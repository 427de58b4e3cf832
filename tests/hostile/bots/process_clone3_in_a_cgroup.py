# expect: held
# clone3 can put a child into another cgroup, past every limit.
def attack(config):
    folder = os.open("/", os.O_DIRECTORY)
    arguments = (ctypes.c_uint64 * 11)(1 << 33, 0, 0, 0, 17, 0, 0, 0, 0, 0, folder)
    return syscall(435, arguments, 88) >= 0 and "cloned into a cgroup"
