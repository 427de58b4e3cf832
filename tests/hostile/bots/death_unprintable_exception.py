# expect: error crash
# The report of an error must survive an error that cannot be told.
class Evil(BaseException):
    def __str__(self):
        raise Evil

    __repr__ = __str__


def decide(request):
    raise Evil
