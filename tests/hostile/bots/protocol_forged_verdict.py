# expect: protocol
# An error line that blames the host.
def decide(request):
    say(b'{"type":"error","id":1,"error":"host","message":"power failure"}')
