# expect: crash
def decide(request):
    import threading

    ctypes.pythonapi.Py_FatalError(b"out of here")
