#!/bin/sh
# Makes a backup of the release before this one, with its own programs: it plays for a minute with its
# house bots, and is backed up. Logs and decisions of games are left out, which makes the file small.
#
#     tests/website/backup/make_release_backup.sh 8e18b9bd 0.2.0      # the commit of the release
#
# The result, release_0.2.0.tar.xz beside this script, is what `test_upgrade.py` upgrades.
set -eu
commit=$1 release=$2
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mkdir "$work/tree"
git -C "$here" archive "$(git -C "$here" rev-parse "$commit^{commit}")" | tar -x -C "$work/tree"
python=$(command -v "${PYTHON:-$here/../../../.venv/bin/python}")
cd "$work/tree"
export KINGSBENCH_VAR="$work/var" PYTHONPATH="$work/tree:$work/tree/platform"
export KINGSBENCH_FIRST_COMPETITIONS=false
"$python" manage.py up --port 8761 &
up=$!
sleep "${SECONDS_OF_PLAY:-75}"
kill -INT "$up"
wait "$up" || true
"$python" - <<'PYTHON'
import os, sqlite3

database = sqlite3.connect(os.environ["KINGSBENCH_VAR"] + "/kingsbench.sqlite3", isolation_level=None)
database.executescript("""
    UPDATE arena_game SET packed_decisions = NULL;
    UPDATE arena_match SET worker = 'host.1/1/' || id WHERE worker <> '';
    DELETE FROM arena_botlog;
    DELETE FROM arena_worker;
    VACUUM;
""")
PYTHON
"$python" manage.py backup "$work/release_$release"
tar -C "$work" --sort=name --mtime=@0 --owner=0 --group=0 -cJf "$here/release_$release.tar.xz" "release_$release"
