# expect: held
# Splicing a shared file into a pipe was how "dirty pipe" changed it.
def attack(config):
    read, write = 3, 1  # the questions, the log
    file = os.open("/usr/bin/python3.11", os.O_RDONLY)
    return that_worked(
        (syscall, 275, file, None, write, None, 1, 0),  # splice
        (syscall, 276, read, 4, 1, 0),  # tee
        (syscall, 278, write, (ctypes.c_size_t * 2)(id(None), 8), 1, 0),  # vmsplice
        (os.sendfile, write, file, 0, 1),
        (os.copy_file_range, file, file, 1),
    )
