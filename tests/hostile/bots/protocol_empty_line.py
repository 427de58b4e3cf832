# expect: protocol
# A line without a message.
def decide(request):
    say(b"")
