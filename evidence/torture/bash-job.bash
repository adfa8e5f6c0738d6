#!/usr/bin/env bash
# A job that knows nothing of Giveway: the test double of the bash jobs, with the oracle while it holds a host.
#
# usage: bash-job.bash
# Settings: those of inside.bash and of bash-peer.sh, and PEER (the path of bash-peer.sh).

set -o nounset -o pipefail
export KIND=bash
# shellcheck disable=SC1091 # it is checked by itself
. "${BASH_SOURCE[0]%/*}/inside.bash"

give_back() {
  "$BASH" "$PEER" release
  exit "$1"
}

trap 'IS_TOLD=yes' TERM INT
locked=$("$BASH" "$PEER" acquire) || give_back 12
[[ $locked =~ /([^/]*)\.lock\ ([0-9]+)$ ]] || give_back 70
host=${BASH_REMATCH[1]}
enter "$host" 0
read_now
end=$((NOW + HOLD_MS))
while read_now && ((NOW < end)) && [[ -z $IS_TOLD ]]; do
  pause_ms 200
done
leave "$host" 0
give_back 0
