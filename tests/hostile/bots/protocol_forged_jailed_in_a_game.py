# expect: protocol
# The same in the middle of a game.
def decide(request):
    say(b'{"type":"jailed","landlock":0}')
