# expect: protocol
# A number that no database column holds.
def decide(request):
    say(b'{"id":1' + b"0" * 400 + b',"picks":[0]}')
