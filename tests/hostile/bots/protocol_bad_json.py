# expect: protocol
# Almost JSON.
def decide(request):
    say(b"{'id':1,'picks':[0],}")
