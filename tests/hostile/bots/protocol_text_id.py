# expect: protocol
# A careless comparison of texts would take it.
def decide(request):
    say(b'{"id":"1","picks":[0]}')
