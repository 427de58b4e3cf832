# expect: protocol
# Where C ends a text, Python goes on.
def decide(request):
    say(b'{"id":1,"picks":[0]}\0')
