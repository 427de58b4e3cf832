# expect: timeout
import re


def decide(request):
    return bool(re.match(r"(a+)+$", "a" * 64 + "b"))
