# expect: crash
class Evil(BaseException):
    def __str__(self):
        raise Evil

    __repr__ = __str__


def decide(request):
    raise Evil
