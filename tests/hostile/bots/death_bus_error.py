# expect: crash SIGBUS
# Reading behind the end of a mapped file.
import mmap


def decide(request):
    end = os.open("/bot/bot.py", os.O_RDONLY)
    libc.mmap.restype = ctypes.c_void_p
    page = libc.mmap(
        None, ctypes.c_size_t(1 << 20), mmap.PROT_READ, mmap.MAP_PRIVATE, end, ctypes.c_long(0)
    )
    ctypes.string_at(page + (1 << 19), 1)
