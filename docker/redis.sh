#!/bin/sh
# Redis for messages and the site's cache, in memory only: the queue itself is in the database.
# The site has the password; workers have a user that can reach messages but not the cache.
set -eu
exec redis-server - <<SETTINGS
save ""
appendonly no
maxmemory 256mb
maxmemory-policy volatile-lru
requirepass $REDIS_PASSWORD
user kingsbench_worker on >$REDIS_WORKER_PASSWORD ~kingsbench:arena* ~kingsbench:_kombu* ~kingsbench:unacked* &* +@all -@admin -@dangerous +info
SETTINGS
