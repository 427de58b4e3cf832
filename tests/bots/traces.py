"""Prints traces that an earlier bot might have left."""

import fcntl
import gc
import json
import os
import resource
import signal
import sys
import threading
from typing import Any


def decide(_request: Any) -> int:
    print(json.dumps([
        [(end, oct(os.fstat(end).st_mode), fcntl.fcntl(end, fcntl.F_GETFL)) for end in range(5)],
        [resource.getrlimit(which) for which in range(16)],
        [str(signal.getsignal(which)) for which in sorted(signal.valid_signals())],
        [signal.getitimer(which) for which in range(3)],
        [sorted(signal.sigpending()), sorted(signal.pthread_sigmask(signal.SIG_BLOCK, []))],
        [os.getpid(), os.getppid(), os.getsid(0), os.getpgrp(), sorted(os.sched_getaffinity(0))],
        [os.listdir("/bot"), os.listdir("/"), os.getcwd(), dict(os.environ), os.uname()[1]],
        [sorted(sys.modules), sys.path, sys.argv, sys.getrecursionlimit(), gc.get_threshold()],
        [threading.active_count(), os.times().children_user, json.loads.__qualname__],
    ]))  # fmt: skip
    return 0
