# expect: protocol
# NaN is unequal to itself, and slips through comparisons.
def decide(request):
    say(b'{"id":1,"picks":[NaN]}')
