# expect: protocol
# Picks for whichever question.
def decide(request):
    say(b'{"picks":[0]}')
