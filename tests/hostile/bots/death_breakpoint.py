# expect: crash SIGTRAP
# A breakpoint without a debugger.
import mmap


def decide(request):
    page = mmap.mmap(-1, 4096, prot=7)
    page.write(b"\xcc\xc3")
    ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
