# expect: held
# Which pages of a shared file are in memory tells what the neighbour reads.
def attack(config):
    file, found = os.open("/usr/bin/python3.11", os.O_RDONLY), ctypes.create_string_buffer(8)
    return that_worked(
        (syscall, 27, id(None) & ~4095, 4096, found),  # mincore
        (syscall, 327, file, (ctypes.c_size_t * 2)(ctypes.addressof(found), 8), 1, 0, 0, 8),
        (os.posix_fadvise, file, 0, 4096, os.POSIX_FADV_DONTNEED),
        (os.readahead if hasattr(os, "readahead") else syscall, 187, file, 0, 4096),
    )
