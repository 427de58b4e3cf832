# expect: crash
# Random memory writes end somewhere, and must end as a crash.
def decide(request):
    ctypes.memset(id(type(request)), 0xAA, 400)
    return type(request)()
