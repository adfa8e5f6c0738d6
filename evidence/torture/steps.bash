#!/usr/bin/env bash
# A job of several steps without a keeper: acquire, checkpoints, release. It knows until when its lease lives for certain:
# from the moment before its last checkpoint was started.
#
# usage: steps.bash ACQUIRE-FLAG…
# Settings: those of inside.bash, and NODE, CLI, CHECK_MS (between checkpoints), LEASE_TTL_MS.

set -o nounset -o pipefail
export KIND=steps
# shellcheck disable=SC1091 # it is checked by itself
. "${BASH_SOURCE[0]%/*}/inside.bash"

# Status as the command's; sets CALLED to the uptime before it was called.
giveway() {
  read_now
  CALLED=$NOW
  "$NODE" "$CLI" "$@"
}

# Status 0: carry on; 1: leave. The deadline is written before anything is done under it.
checkpoint() {
  giveway check-quit >>"$ARENA/work/$JOB/stdout"
  local status=$?
  case $status in
    0 | 10)
      echo $((CALLED + LEASE_TTL_MS)) >"$ARENA/deadlines/$JOB"
      [[ $status == 0 ]] || event told
      return $((status != 0))
      ;;
    11) event lost ;;
    *) event failed check-quit "$status" ;;
  esac
  return 1
}

give_back() {
  local status
  echo 0 >"$ARENA/deadlines/$JOB"
  for _ in 1 2 3; do
    giveway release >>"$ARENA/work/$JOB/stdout"
    status=$?
    ((status != 0 && status != 11)) || break
  done
  event released "$status"
  exit "$status"
}

echo 0 >"$ARENA/deadlines/$JOB"
trap 'IS_TOLD=yes' TERM INT HUP
giveway acquire "$@" >"$ARENA/work/$JOB/acquired"
status=$?
if ((status != 0)); then
  event not-acquired "$status"
  # what a later step does in any case
  giveway release >>"$ARENA/work/$JOB/stdout"
  exit "$status"
fi
[[ $(<"$ARENA/work/$JOB/acquired") =~ \"acquired\":true,\"host\":\"([^\"]*)\".*\"fencingToken\":([0-9]+) ]] ||
  { event skipped && exit 0; }
token=${BASH_REMATCH[2]}
IFS=, read -ra hosts <<<"${BASH_REMATCH[1]}"
event acquired "${BASH_REMATCH[1]}" "$token"
checkpoint || give_back
for host in "${hosts[@]}"; do enter "$host" "$token"; done
read_now
end=$((NOW + HOLD_MS))
while :; do
  read_now
  part=$((NOW + CHECK_MS < end ? NOW + CHECK_MS : end))
  use "$token" "$part" "${hosts[@]}" || break
  read_now
  ((NOW < end)) || break
  [[ -z $IS_TOLD ]] || break
  checkpoint || break
done
for host in "${hosts[@]}"; do leave "$host" "$token"; done
give_back
