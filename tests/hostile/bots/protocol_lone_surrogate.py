# expect: protocol
# Half a character can be read and never be written again.
def decide(request):
    say(rb'{"type":"error","id":1,"error":"crash","message":"\ud800"}')
