#!/bin/sh
# nginx with nginx.conf, adapted to containers: the site is the service `web`. Its address is asked for anew, since a
# new container has another one.
set -eu
# shellcheck disable=SC2016  # variables of nginx
sed 's|proxy_pass http://kingsbench;|resolver 127.0.0.11 valid=10s; set $site web:8000; proxy_pass http://$site;|' \
    /nginx.conf >/etc/nginx/conf.d/default.conf
exec nginx -g 'daemon off;'
