# expect: protocol
# The guest's own sender, changed to say more.
def decide(request):
    from sandbox.guest.wire import Wire

    plain = Wire.send
    Wire.send = lambda self, text: [plain(self, text), plain(self, text)]
    return request.default
