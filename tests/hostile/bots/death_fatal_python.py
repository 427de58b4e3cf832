# expect: crash
# The interpreter gives up by itself.
def decide(request):
    import threading

    ctypes.pythonapi.Py_FatalError(b"out of here")
