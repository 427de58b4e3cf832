# expect: illegal
# The guest's check of picks, replaced: the referee checks again.
def decide(request):
    from sandbox.guest import serve

    serve.picks = lambda answer, request: [0, 0]
    return request.default
