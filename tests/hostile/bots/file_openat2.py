# expect: held
# openat2 has ways of resolving paths that older filters do not know.
def attack(config):
    how = (ctypes.c_uint64 * 3)(os.O_RDONLY, 0, 0)
    folder = os.open("/", os.O_DIRECTORY)
    return syscall(437, folder, b"../../etc/passwd", how, 24) >= 0 and "openat2"
