# expect: crash SIGSEGV
# Running over the C stack kills the interpreter below all Python.
import threading


class Deep:
    def __getattr__(self, name):
        return getattr(self, name + "x")


def decide(request):
    sys.setrecursionlimit(10**9)
    threading.stack_size(1 << 18)  # a small stack is run over sooner
    thread = threading.Thread(target=getattr, args=(Deep(), "a"))
    thread.start()
    thread.join()
