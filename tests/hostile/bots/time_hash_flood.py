# expect: timeout
# Keys that all fall into one slot of a dictionary.
def decide(request):
    return len({number * (2**61 - 1) for number in range(100_000)})
