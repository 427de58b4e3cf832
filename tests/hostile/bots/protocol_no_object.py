# expect: protocol
# A list is JSON as well.
def decide(request):
    say(b"[1,[0]]")
