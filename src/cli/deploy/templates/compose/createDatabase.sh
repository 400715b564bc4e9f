# Run once by Patroni on the first primary, which hands its address over.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$PORTAL_PASSWORD" "$1" <<'SQL'
create role portal login password :'password';
alter role portal set statement_timeout = '30s';
create database portal owner portal;
SQL
