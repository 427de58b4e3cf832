# expect: protocol
# The referee's own message, sent back to it.
def decide(request):
    say(b'{"type":"finish","outcome":{"scores":[99,0],"ranks":[1,2],"reason":"over"}}')
