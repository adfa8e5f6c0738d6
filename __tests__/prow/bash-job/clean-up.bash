#!/bin/bash
# A step of a bash job, as a test double: always runs. What it removes, it removes by calls of its own.
set -o nounset -o errexit -o pipefail

# shellcheck source=__tests__/prow/bash-job/functions.bash
source "$SHARED_DIR/common-telcov10n-bash-functions.sh"

setup_aux_host_ssh_access
if [[ -s $SHARED_DIR/own_waiting_file.txt ]]; then
  timeout -s 9 2m ssh "${SSHOPTS[@]}" "root@$AUX_HOST" "rm -fv $(<"$SHARED_DIR/own_waiting_file.txt") 2>/dev/null || true"
fi
flag=$(cat "$SHARED_DIR/do_you_hold_the_lock_for_the_sno_spoke_cluster_server.txt" || echo no)
if [[ $flag == yes ]]; then
  lock=$(<"$SHARED_DIR/spoke_lock_filename.txt")
  echo "power off ${lock##*/}"
  timeout -s 9 10m ssh "${SSHOPTS[@]}" "root@$AUX_HOST" "rm -fv $lock && echo 'Lock released successfully.'"
fi
