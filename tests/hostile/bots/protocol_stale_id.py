# expect: protocol
# An answer to the question before.
def decide(request):
    say(b'{"id":0,"picks":[0]}')
