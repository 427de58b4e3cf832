# expect: protocol
# And so is 1.0.
def decide(request):
    say(b'{"id":1.0,"picks":[0]}')
