# expect: held
# A program named by a folder's descriptor instead of a path.
def attack(config):
    words = (ctypes.c_char_p * 4)(b"python3.11", b"-c", b"print('ESCAPED')", None)
    folder = os.open("/usr/bin", os.O_DIRECTORY)
    return syscall(322, folder, b"python3.11", words, (ctypes.c_char_p * 1)(None), 0)
