# expect: protocol
# The answer to a greeting that was long ago.
def decide(request):
    say(b'{"type":"ready","wants":["state"]}')
