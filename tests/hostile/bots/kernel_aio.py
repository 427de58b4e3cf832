# expect: crash SIGSYS
# The older asynchronous calls pin kernel memory.
def attack(config):
    return syscall(206, 1 << 16, ctypes.byref(ctypes.c_ulong())) >= 0 and "io_setup"
