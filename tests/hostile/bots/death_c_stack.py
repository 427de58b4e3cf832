# expect: crash SIGSEGV
def decide(request):
    sys.setrecursionlimit(10**9)

    class Deep:
        def __getattr__(self, name):
            return getattr(self, name + "x")

    return Deep().a
