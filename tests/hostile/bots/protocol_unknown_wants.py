# expect: protocol
# Wishes that no bot may have.
def start(setup):
    say(b'{"type":"ready","wants":["view","seed","hands"]}')
