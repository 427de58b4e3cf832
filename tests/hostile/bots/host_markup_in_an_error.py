# expect: error crash
# Errors are shown on pages and in a terminal that knows markup.
def decide(request):
    raise ValueError("<script>alert(1)</script> [bold red]x[/] [link=file:///etc/passwd]{{ 7*7 }}")
