# expect: protocol
# Two answers, and only one line.
def decide(request):
    say(b'{"id":1,"picks":[0]}{"id":2,"picks":[0]}')
