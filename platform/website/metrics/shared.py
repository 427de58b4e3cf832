"""What several processes of one web server count together."""

import atexit
import os
import shutil
import tempfile

MEMORY = "/dev/shm"  # noqa: S108
FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # where prometheus_client looks, when it is first imported


def count_together() -> None:
    """Let this process and those that it forks count in one folder, which goes when it ends.

    To be called before Django is set up. A folder that the environment names is left alone.
    """
    if FOLDER in os.environ:
        return
    # In memory: a write to a mapped file on a full disk is a SIGBUS, which ends the process.
    memory = MEMORY if os.access(MEMORY, os.W_OK) else None
    folder, owner = tempfile.mkdtemp(prefix="kingsbench-metrics-", dir=memory), os.getpid()
    os.environ[FOLDER] = folder

    def remove() -> None:
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
