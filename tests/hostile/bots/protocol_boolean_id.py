# expect: protocol
# In Python, true is 1.
def decide(request):
    say(b'{"id":true,"picks":[0]}')
