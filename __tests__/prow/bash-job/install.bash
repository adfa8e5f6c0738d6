#!/bin/bash
# A step of a bash job, as a test double: a loop that looks on every third turn whether it must quit, TURNS times.
set -o nounset -o errexit -o pipefail

# shellcheck source=__tests__/prow/bash-job/functions.bash
source "$SHARED_DIR/common-telcov10n-bash-functions.sh"

setup_ssh_and_lock_info
unchecked=0
for ((i = 1; i <= TURNS; i++)); do
  echo "turn $i"
  unchecked=$((unchecked + 1))
  if ((unchecked >= ${QUIT_CHECK_INTERVAL:-3})); then
    check_for_quit cluster_installation_progress force
    unchecked=0
  fi
  sleep "$TURN_SECONDS"
done
echo installed
