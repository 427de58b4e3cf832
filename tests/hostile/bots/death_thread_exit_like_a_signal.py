# expect: crash SIGSYS
# The other call that ends, with the number of SIGKILL.
def decide(request):
    syscall(60, 137)
