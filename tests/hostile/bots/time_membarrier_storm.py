# expect: timeout
# Each barrier waits for every processor, and takes no time of one's own.
def decide(request):
    while True:
        syscall(324, 1, 0, 0)  # MEMBARRIER_CMD_GLOBAL
