# expect: error memory
def decide(request):
    return len(b"x" * (8 << 30))
