# expect: timeout
# Sleeping before the first question costs no CPU at all.
import time

time.sleep(600)
