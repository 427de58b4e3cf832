# expect: timeout
# The plainest hang.
def decide(request):
    while True:
        pass
