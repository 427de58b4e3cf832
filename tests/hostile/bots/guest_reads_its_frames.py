# expect: held
# What the callers know: never the deal's seed.
def attack(config):
    frame, found = sys._getframe(), []
    while frame := frame.f_back:
        told = str({name: str(value) for name, value in frame.f_locals.items()})
        found += [word for word in ("seed", "deck", "hands") if word in told]
    return found
