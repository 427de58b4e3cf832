# expect: held
# The kernel ends who uses up such a limit by SIGKILL, like a host in problem.
def attack(config):
    seconds = (ctypes.c_uint64 * 2)(600, 600)
    return that_worked((syscall, 160, 0, seconds), (syscall, 302, 0, 0, seconds, None))
