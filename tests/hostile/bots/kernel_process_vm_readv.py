# expect: crash SIGSYS
# Reading the referee's memory: hands, decks, keys.
def attack(config):
    found = ctypes.create_string_buffer(8)
    here = (ctypes.c_size_t * 2)(ctypes.addressof(found), 8)
    there = (ctypes.c_size_t * 2)(id(None), 8)  # where another interpreter may have its own None
    return syscall(310, config["referee"], here, 1, there, 1, 0) >= 0 and "read the referee"
