#!/bin/sh
# Tests the platform in containers from end to end, next to any other, and removes all of it again:
# builds the image, starts everything, uploads a bot through the site, sees it play a rated match,
# kills the container of a worker in the middle of a match and sees the other worker play it again,
# restarts Redis and PostgreSQL. Needs Docker with compose, curl and openssl; takes some minutes.
set -eu
cd "$(dirname -- "$0")"

PORT=${PORT:-18443}
NAME=kingsbench.example
SITE=https://$NAME
DATABASE=kingsbench
box=$(mktemp -d)
export COMPOSE_PROJECT_NAME=kingsbench-try

say() { printf '%s  %s\n' "$(date +%T)" "$*"; }

give_up() {
    say "FAILED: $*"
    compose ps
    compose logs --no-color --tail 30
    exit 1
}

compose() {
    if docker compose version >/dev/null 2>&1; then
        docker compose --env-file "$box/env" "$@"
    else
        docker-compose --env-file "$box/env" "$@"
    fi
}

remove_all() { compose down --volumes --timeout 15 >/dev/null 2>&1 || true; }

# shellcheck disable=SC2329  # called by the trap
clean_up() {
    remove_all
    rm -rf -- "$box"
}

settings() {
    printf '%s\n' "COMPOSE_PROJECT_NAME=$COMPOSE_PROJECT_NAME" "ALLOWED_HOSTS=$NAME" \
        "CERTIFICATE=$box/certificate" "PUBLISH_HTTPS=127.0.0.1:$PORT" \
        "PUBLISH_HTTP=127.0.0.1:$((PORT + 1))"
    sed -n 's/^\([A-Z_]*\)=$/\1/p' env.example | while read -r name; do
        printf '%s=%s\n' "$name" "$(openssl rand -hex 32)"
    done
}

certify() {
    mkdir "$box/certificate"
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$NAME" \
        -addext "subjectAltName=DNS:$NAME" -keyout "$box/certificate/privkey.pem" \
        -out "$box/certificate/fullchain.pem" 2>/dev/null
    chmod 644 "$box/certificate/privkey.pem" # nginx runs as another user
}

# within SECONDS WORD... : runs the words each second until they succeed.
within() {
    deadline=$(($(date +%s) + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$(date +%s)" -lt "$deadline" ] || give_up "in vain: $*"
        sleep 1
    done
}

ask() {
    compose exec -T postgres psql --username=postgres --dbname="$DATABASE" --tuples-only \
        --no-align --command="$1"
}

holds() { [ "$(ask "SELECT $1")" = t ]; }

# How many containers of a service run and are well.
healthy() {
    [ "$(compose ps --quiet "$1" | xargs docker inspect --format '{{.State.Health.Status}}' |
        grep -cx healthy)" -eq "$2" ]
}

# visit PATH [CURL'S WORDS]: a page, with the cookies of this visitor.
visit() {
    path=$1
    shift
    curl --silent --show-error --fail --location --connect-to "$NAME:443:127.0.0.1:$PORT" \
        --cacert "$box/certificate/fullchain.pem" --cookie "$box/cookies" \
        --cookie-jar "$box/cookies" --header "Referer: $SITE$path" "$@" "$SITE$path"
}

token() { visit "$1" | sed -n 's/.*name="csrfmiddlewaretoken" value="\([^"]*\)".*/\1/p' | head -n 1; }

sign_up() {
    password=$(openssl rand -hex 12)
    visit /accounts/signup/ --form "csrfmiddlewaretoken=$(token /accounts/signup/)" \
        --form username=tess --form "password1=$password" --form "password2=$password" >/dev/null
}

upload() {
    printf '%s\n' 'import time' 'def decide(request):' '    time.sleep(0.1)' \
        '    return request.default' >"$box/sleepy.py"
    ladder=$(ask "SELECT id FROM arena_ladder WHERE slug = 'dominion-first-game'")
    visit /bots/upload/ --form "csrfmiddlewaretoken=$(token /bots/upload/)" --form name=Sleepy \
        --form "upload=@$box/sleepy.py" --form "ladder=$ladder" >"$box/page"
    holds "count(*) = 1 FROM arena_bot WHERE name = 'Sleepy'" || give_up "the upload was refused"
}

SLEEPYS="FROM arena_match m JOIN arena_seat s ON s.match_id = m.id
    JOIN arena_version v ON v.id = s.version_id JOIN arena_bot b ON b.id = v.bot_id
    WHERE b.name = 'Sleepy' AND m.purpose = 'ladder'"

kill_in_the_middle() {
    within 300 holds "count(*) > 0 $SLEEPYS AND m.status = 'running'"
    found=$(ask "SELECT m.id || ' ' || m.worker $SLEEPYS AND m.status = 'running'
        ORDER BY m.started_at DESC LIMIT 1")
    match=${found%% *}
    claim=${found#* }
    victim=${claim%%.*} # a container is called by its id
    docker kill "$victim" >/dev/null
    say "killed the worker $victim in the middle of match $match"
    within 300 holds "status = 'finished' FROM arena_match WHERE id = $match"
    holds "tries = 1 AND serial IS NOT NULL AND worker NOT LIKE '$victim%' FROM arena_match
        WHERE id = $match" || give_up "match $match was not played again by the other worker"
    say "match $match was played again by $(ask "SELECT worker FROM arena_match WHERE id = $match")"
}

goes_on() {
    before=$(ask "SELECT count(*) FROM arena_match WHERE serial IS NOT NULL")
    within 300 holds "count(*) > $before + 5 FROM arena_match WHERE serial IS NOT NULL"
    within 300 visit /health/
    say "$1: rated matches went on from $before"
}

trap clean_up EXIT
trap 'exit 130' INT TERM
(umask 077 && settings >"$box/env")
certify

say "building the image"
docker build --quiet --file Dockerfile --tag kingsbench .. >/dev/null
say "starting"
remove_all # what a killed run has left
compose up --detach --no-build >/dev/null 2>&1 || give_up "the platform does not start"
for service in nginx web worker records delivery beat postgres redis; do
    within 300 healthy "$service" 1
done
say "all are healthy; doctor: $(compose exec -T worker ./kingsbench doctor | tail -n 1)"
sign_up
upload
say "uploaded a bot"
within 300 holds "count(*) > 0 $SLEEPYS AND m.serial IS NOT NULL"
say "it has played a rated match: $(ask "SELECT m.stamp $SLEEPYS AND m.serial IS NOT NULL LIMIT 1")"
compose up --detach --no-build --no-recreate --scale worker=2 >/dev/null 2>&1
within 300 healthy worker 2
say "two workers"
kill_in_the_middle
compose up --detach --no-build --no-recreate --scale worker=2 >/dev/null 2>&1
within 300 healthy worker 2
compose restart redis >/dev/null 2>&1
goes_on "Redis was restarted"
compose restart postgres >/dev/null 2>&1
within 300 healthy postgres 1
goes_on "PostgreSQL was restarted"
holds "count(*) = 0 FROM arena_match WHERE status = 'void'" || give_up "matches were lost"
holds "bool_and(n = top) FROM (SELECT count(*) AS n, max(serial) AS top FROM arena_match
    WHERE serial IS NOT NULL GROUP BY ladder_id) AS ladder" || give_up "matches were numbered twice or never"
say "well"
