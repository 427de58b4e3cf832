#!/bin/sh
# Redis for bells and the site's cache, in memory alone: what is to be played stands in the database.
# The site has the password; workers have a user that reaches the bells, and not the cache.
set -eu
exec redis-server - <<SETTINGS
save ""
appendonly no
maxmemory 256mb
maxmemory-policy volatile-lru
requirepass $REDIS_PASSWORD
user kingsbench_worker on >$REDIS_WORKER_PASSWORD ~kingsbench:arena* ~kingsbench:_kombu* ~kingsbench:unacked* &* +@all -@admin -@dangerous +info
SETTINGS
