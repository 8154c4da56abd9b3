#!/usr/bin/env bash
# The steps of the image postgres:18 that compose.yaml needs: a new data folder with a superuser and a password, a temporary
# server that listens only on a Unix socket, for the scripts of /docker-entrypoint-initdb.d, and then the server itself.
set -Eeo pipefail

if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  find "$PGDATA" \! -user postgres -exec chown postgres '{}' +
  exec setpriv --reuid postgres --regid postgres --init-groups "$BASH" "$0" "$@"
fi

sockets=/var/run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  : "${POSTGRES_PASSWORD:?}"
  # Unquoted, since the variable contains several arguments.
  # shellcheck disable=SC2086
  initdb --username=postgres --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") $POSTGRES_INITDB_ARGS "$PGDATA"
  printf '\nhost all all all scram-sha-256\n' >> "$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -w start -o "-c listen_addresses='' -c unix_socket_directories=$sockets"
  export PGHOST=$sockets
  for script in /docker-entrypoint-initdb.d/*; do
    case "$script" in
      *.sh)
        if [ -x "$script" ]; then "$script"; else . "$script"; fi
        ;;
      *.sql) psql -v ON_ERROR_STOP=1 --no-password --no-psqlrc --username=postgres -f "$script" ;;
    esac
  done
  unset PGHOST
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec "$@" -c "listen_addresses=*" -c unix_socket_directories=$sockets
