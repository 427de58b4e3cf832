# expect: protocol
# Two readers take different ones of two equal keys.
def decide(request):
    say(b'{"id":1,"picks":[0],"picks":[1]}')
