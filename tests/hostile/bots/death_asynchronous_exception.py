# expect: error crash
# An exception thrown into the guest from another thread.
import threading


def decide(request):
    main = ctypes.c_ulong(threading.main_thread().ident)
    throw = ctypes.pythonapi.PyThreadState_SetAsyncExc
    threading.Thread(target=throw, args=(main, ctypes.py_object(SystemExit))).start()
    while True:
        pass
