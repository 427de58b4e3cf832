# expect: crash exit code 99
# The same before the first answer, when a jail has just begun.
os._exit(99)
