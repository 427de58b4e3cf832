# expect: protocol
# Half an option.
def decide(request):
    say(b'{"id":1,"picks":[0.5]}')
