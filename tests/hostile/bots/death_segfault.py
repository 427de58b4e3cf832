# expect: crash SIGSEGV
# A wild pointer is a crash, named by its signal.
def decide(request):
    ctypes.string_at(1)
