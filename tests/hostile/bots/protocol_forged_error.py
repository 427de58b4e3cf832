# expect: error memory
# A fault of one's own choosing is still one's own fault.
def decide(request):
    say(
        rb'{"type":"error","id":null,"error":"memory","message":"\u001b[2J\u202e<b>","traceback":"\u0000"}'
    )
