# expect: crash SIGILL
# An instruction that no processor knows.
import mmap


def decide(request):
    page = mmap.mmap(-1, 4096, prot=7)
    page.write(b"\x0f\x0b")
    ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
