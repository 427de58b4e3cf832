# expect: error crash
# A traceback quotes the names of files and functions.
def decide(request):
    exec(compile("def f(): 1/0\nf()", "\x1b[2J<img src=x onerror=alert(1)>\u202e.py", "exec"))
