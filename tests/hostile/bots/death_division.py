# expect: crash SIGFPE
# Division by zero below Python.
import mmap


def decide(request):
    page = mmap.mmap(-1, 4096, prot=7)
    page.write(b"\x31\xc9\xf7\xf1\xc3")
    ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
