# expect: crash SIGSEGV
def decide(request):
    ctypes.string_at(1)
