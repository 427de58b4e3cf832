# expect: protocol
# Answers into the log instead of their pipe.
def decide(request):
    os.dup2(1, 4)
    return request.default
