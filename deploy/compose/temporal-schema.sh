#!/bin/sh
# Brings both of Temporal's schemas up to date; the tool takes the connection from SQL_* variables.
set -eu

for database in temporal:temporal temporal_visibility:visibility; do
  name=${database%%:*}
  schema=${database##*:}
  # Setting up twice would send the version back to the beginning.
  [ -e "/state/$name" ] || temporal-sql-tool --db "$name" setup-schema -v 0.0
  touch "/state/$name"
  temporal-sql-tool --db "$name" update-schema --schema-name "postgresql/v12/$schema"
done
