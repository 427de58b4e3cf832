# expect: protocol|error crash|crash
# The guest has nothing to read any more.
def decide(request):
    os.close(3)
    return request.default
