#!/bin/sh
# Redis for messages and the site's cache, in memory only: the queue itself is in the database.
# The site has the password; workers have a user that can take and send messages but not reach the
# cache. The cache counts failed log-ins: nothing is ever evicted, so nobody gets more attempts by
# filling it.
set -eu
exec redis-server - <<SETTINGS
save ""
appendonly no
maxmemory 256mb
maxmemory-policy noeviction
requirepass $REDIS_PASSWORD
user kingsbench_worker on >$REDIS_WORKER_PASSWORD resetkeys resetchannels -@all +auth +hello +ping +info +select +multi +exec +discard +unwatch +client|setname +script|load (~kingsbench:arena ~kingsbench:arena[^-]* +brpop +rpop +lpush +rpush +llen) (~kingsbench:arena-records* ~kingsbench:arena-delivery* +lpush +llen) (~kingsbench:_kombu.binding.arena* ~kingsbench:_kombu.binding_permanent.arena* +sadd +smembers) (~kingsbench:unacked +hset +hget +hdel +watch) (~kingsbench:unacked_index +zadd +zrem +zrange +zrevrangebyscore) (~kingsbench:unacked_mutex +set +get +del +pexpire +evalsha)
SETTINGS
