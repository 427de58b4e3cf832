# expect: held
# AT_EMPTY_PATH runs whatever a descriptor is open on.
def attack(config):
    words = (ctypes.c_char_p * 4)(b"python3.11", b"-c", b"print('ESCAPED')", None)
    program = os.open("/usr/bin/python3.11", os.O_RDONLY)
    return syscall(322, program, b"", words, (ctypes.c_char_p * 1)(None), 0x1000)
