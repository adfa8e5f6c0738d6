#!/bin/bash
# A step of a bash job, as a test double: gets a host. Once a minute (RETRY_SECONDS) it tries each of HOSTS in turn.
set -o nounset -o errexit -o pipefail

# shellcheck source=__tests__/prow/bash-job/functions.bash
source "$SHARED_DIR/common-telcov10n-bash-functions.sh"

waiting_file=
flag=$SHARED_DIR/do_you_hold_the_lock_for_the_sno_spoke_cluster_server.txt

# Gives the lock back if a higher version waits, and stays in the queue then.
validate() { # lock
  local answer
  answer=$(check_for_higher_priority_waiter "$AUX_HOST" "$1" "$OCP_VERSION")
  if [[ $answer == quit:* ]]; then
    timeout -s 9 10m ssh "${SSHOPTS[@]}" "root@$AUX_HOST" "rm -fv $1"
    return 1
  fi
  if [[ -n $waiting_file ]]; then
    remove_own_waiting_file "$AUX_HOST" "$waiting_file"
    waiting_file=
    rm -f "$SHARED_DIR/own_waiting_file.txt"
  fi
  printf %s "$1" >|"$SHARED_DIR/spoke_lock_filename.txt"
}

attempt() {
  local now host lock
  now=$(date -u +%s%N)
  for host in ${HOSTS//,/ }; do
    lock=$LOCK_FOLDER/$host.lock
    if [[ -z $waiting_file ]]; then
      waiting_file=$(create_waiting_request_file "$AUX_HOST" "$lock" "$OCP_VERSION")
      printf %s "$waiting_file" >|"$SHARED_DIR/own_waiting_file.txt"
    fi
    try_to_lock_host "$AUX_HOST" "$lock" "$now" "$LOCK_TIMEOUT"
    if [[ $(check_the_host_was_locked "$AUX_HOST" "$lock" "$now") == locked ]] && validate "$lock"; then
      printf yes >|"$flag"
      echo "has $host"
      return 0
    fi
  done
  return 1
}

setup_aux_host_ssh_access
OCP_VERSION=$(extract_ocp_version)
printf %s "$OCP_VERSION" >|"$SHARED_DIR/ocp_version.txt"
export OCP_VERSION
for ((i = 1; i <= LOCK_ACQUIRE_ATTEMPTS; i++)); do
  echo "attempt $i"
  if attempt; then exit 0; fi
  sleep "$RETRY_SECONDS"
done
echo 'no host is to be had' >&2
printf no >|"$flag"
exit 1
