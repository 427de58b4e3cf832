# expect: held
# The newest call hides its flags in memory, where no filter can look.
def attack(config):
    arguments = (ctypes.c_uint64 * 11)(0, 0, 0, 0, 17)
    child = syscall(435, ctypes.byref(arguments), ctypes.sizeof(arguments))
    if child == 0:
        os._exit(0)
    return "cloned"
