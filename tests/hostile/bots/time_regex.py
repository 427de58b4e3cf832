# expect: timeout
# A pattern that backtracks for ever.
import re


def decide(request):
    return bool(re.match(r"(a+)+$", "a" * 64 + "b"))
