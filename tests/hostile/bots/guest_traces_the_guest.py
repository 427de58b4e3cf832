# expect: held
# A tracer sees every line of the guest, and finds nothing there.
def attack(config):
    seen = []

    def trace(frame, event, argument):
        seen.extend(name for name in frame.f_locals if "seed" in name)
        return trace

    sys._getframe(2).f_trace = trace
    sys.settrace(trace)
    __import__("random").getstate()
    return seen
