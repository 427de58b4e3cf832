# expect: timeout
# Hanging before the first question.
while True:
    pass
