#!/bin/sh
# One command on a lab host: the host is held as long as it runs, and given back however it ends.
#
# Wants GIVEWAY_POOL and GIVEWAY_HOST. The arguments are the command: recipes/shell/run.sh ./tests.sh --all
#
# exec: whoever started this script signals giveway itself. If a job for a newer version comes, the command gets SIGTERM and
# has 10 minutes (--grace) to leave; it may also look for the file $GIVEWAY_QUIT_FILE. Then the exit code is 1, or with
# GIVEWAY_MODE=graceful 0.
set -eu

: "${GIVEWAY_POOL:?the folder that all jobs share}" "${GIVEWAY_HOST:?the host that is wanted}"

exec giveway run -- "$@"
