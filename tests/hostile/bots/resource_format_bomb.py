# expect: error memory
# Two digits of a format ask for gigabytes.
def decide(request):
    return len("%*d" % (2 << 30, 1))
