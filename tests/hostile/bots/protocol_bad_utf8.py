# expect: protocol
# Bytes that are no text, inside a string.
def decide(request):
    say(b'{"id":1,"picks":[0],"\xff\xc0\xaf":0}')
