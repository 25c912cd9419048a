#!/bin/sh
# Runs once, in the empty cluster: roles and databases as scripts/stack makes them.
set -eu

sql() { psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username postgres --dbname "$@"; }

sql postgres --file /deploy/roles.sql
for role in tl_api tl_worker tl_identity tl_relay tl_public tl_staff tl_report tl_migrator temporal; do
  password=$(printenv "$(echo "$role" | tr '[:lower:]' '[:upper:]')")
  printf "alter role %s password '%s';\n" "$role" "$password" | sql postgres
done

sql postgres --command 'create database throughline owner tl_owner'
sql postgres --command 'create database temporal owner temporal'
sql postgres --command 'create database temporal_visibility owner temporal'
# Databases made after this have what template1 has, apart from who may connect.
for database in template1 postgres throughline temporal temporal_visibility; do
  sql "$database" --file /deploy/database.sql
done
