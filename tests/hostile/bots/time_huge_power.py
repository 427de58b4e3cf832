# expect: timeout
# One instruction of Python, hours of C that no signal interrupts.
def decide(request):
    return 7 ** (10**8) % 2
