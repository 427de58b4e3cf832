# expect: error memory
# Eight gigabytes in one piece fail at once, and are reported.
def decide(request):
    return len(b"x" * (8 << 30))
