# expect: protocol
# The guest's very first word, to start the clocks anew.
def start(setup):
    say(b'{"type":"jailed","landlock":99}')
