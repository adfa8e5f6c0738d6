#!/bin/sh
# Several steps on a lab host, with checkpoints between them.
#
# Wants GIVEWAY_POOL and GIVEWAY_HOST, and the steps: INSTALL and TEST are commands.
set -eu

: "${GIVEWAY_POOL:?the folder that all jobs share}" "${GIVEWAY_HOST:?the host that is wanted}"
: "${INSTALL:?a command}" "${TEST:?a command}"

# Who this job is in all its commands; for a shell script giveway would take this process.
: "${GIVEWAY_OWNER:=$(hostname)-$$-$(date +%s)}"
export GIVEWAY_OWNER

# sh runs a trap only once the command in front of it has ended, which for `acquire` may be hours. For `wait` it does not wait
# so: the step and all that it started are told to end, and then the host is given back.
step() {
  setsid "$@" &
  running=$!
  wait "$running"
  running=
}

leave() {
  status=$?
  trap '' INT TERM HUP
  if [ -n "$running" ]; then
    kill -TERM "-$running" 2>/dev/null || true
    wait "$running" || true
  fi
  giveway release >/dev/null || status=$?
  exit "$status"
}

running=
trap leave EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

step giveway acquire >/dev/null
step sh -c "$INSTALL"
giveway check-quit --mode force >/dev/null # 1, and the script ends: a job for a newer version waits
step sh -c "$TEST"
