# expect: illegal
# In Python, -1 is the last option.
def decide(request):
    say(b'{"id":1,"picks":[-1]}')
