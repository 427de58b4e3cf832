# expect: protocol
# The same by keys, in a field that nobody knows.
def decide(request):
    say(b'{"id":1,"picks":[0],"x":' + b'{"x":' * 10_000 + b"0" + b"}" * 10_001)
