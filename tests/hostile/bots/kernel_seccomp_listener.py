# expect: held
# A filter of one's own may hand its calls to a listener.
def attack(config):
    allow = ctypes.create_string_buffer(b"\x06\0\0\0\0\0\xff\x7f", 8)
    program = (ctypes.c_uint64 * 2)(1, ctypes.addressof(allow))
    return syscall(317, 1, 1 << 3, program) >= 0 and "listens to system calls"
