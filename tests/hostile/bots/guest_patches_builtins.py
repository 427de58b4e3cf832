# expect: error crash|crash
# Every check of a type says yes.
import builtins


def decide(request):
    builtins.isinstance = lambda *_: True
    builtins.list = lambda *_: 7
    return request.default
