# expect: timeout
# The last reference is dropped, and a finalizer never returns.
class Hang:
    def __del__(self):
        while True:
            pass


def decide(request):
    Hang()
    return request.default
