# expect: protocol
# Nothing at all.
def decide(request):
    say(b"null")
