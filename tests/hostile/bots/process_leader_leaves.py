# expect: timeout
# The first thread ends and the others live on: a process that looks dead.
import threading, time


def decide(request):
    threading.Thread(target=time.sleep, args=(600,)).start()
    syscall(60, 0)
