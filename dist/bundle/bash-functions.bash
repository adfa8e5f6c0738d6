# shellcheck shell=bash
# The functions by which bash jobs share lab machines, on Giveway. Sourced by every step in place of the file that had
# them, or behind its text: what is defined last counts. The names, what they print, the files in SHARED_DIR and the exit
# codes are those of the jobs; what happens on the bastion is Giveway's. See docs/migration.md.
#
# Needs bash 4.4 and giveway, by $GIVEWAY or on PATH. What the jobs set counts: AUX_HOST, LOCK_TIMEOUT (how long the
# lease lives, in seconds), LOCK_ACQUIRE_ATTEMPTS (minutes in the queue), QUIT_CHECK_INTERVAL (the steps' own), SHARED_DIR,
# CLUSTER_PROFILE_DIR (ssh-key, and known_hosts if it is there). Every flag of giveway has its twin: GIVEWAY_KNOWN_HOSTS,
# GIVEWAY_POOL, GIVEWAY_SETTLE … Of this file alone:
#   GIVEWAY_LOCKS           the folder of the locks that are Giveway's; others are left to the functions that were there
#   GIVEWAY_LOOK_SECONDS    how long the first attempt at a host waits for it before it says `fail`; it stays in the queue
# @settings
: "${GIVEWAY_LOCKS:=/var/run/lock/ztp-baremetal-pool}" "${GIVEWAY_LOOK_SECONDS:=15}"

# --- what the steps call ----------------------------------------------------------------------------------------------

# Locks of another folder are not this pool's: the functions that the sourced text had before are kept for them.
if [[ -z ${_giveway_is_here-} ]]; then
  _giveway_is_here=yes
  for _giveway_name in try_to_lock_host check_the_host_was_locked; do
    if declare -F "$_giveway_name" >/dev/null; then
      eval "_before_giveway_$(declare -f "$_giveway_name")"
    fi
  done
fi

extract_ocp_version() {
  if [[ ! ${JOB_NAME-} =~ (4|5)\.[0-9]+ ]]; then
    echo "[ERROR] no OCP version in JOB_NAME '${JOB_NAME-}'" >&2
    echo
    return 1
  fi
  echo "${BASH_REMATCH[0]}"
}

# Prints what the first is to the second: higher, lower or equal.
compare_ocp_versions() {
  local major=$((10#${1%%.*} - 10#${2%%.*})) minor=$((10#${1#*.} - 10#${2#*.}))
  if ((major > 0 || (major == 0 && minor > 0))); then
    echo higher
  elif ((major == 0 && minor == 0)); then
    echo equal
  else
    echo lower
  fi
}

# SSHOPTS are for the steps' own calls; the host key is checked where it is known, which giveway itself insists on.
setup_aux_host_ssh_access() { # [key]
  local key=${1:-${CLUSTER_PROFILE_DIR-}/ssh-key} known=${CLUSTER_PROFILE_DIR-}/known_hosts
  if [[ -z ${GIVEWAY_PRIVATE_KEY-}${GIVEWAY_PRIVATE_KEY_FILE-} && -f $key ]]; then
    export GIVEWAY_PRIVATE_KEY_FILE=$key
  fi
  if [[ -z ${GIVEWAY_KNOWN_HOSTS-} && -f $known ]]; then export GIVEWAY_KNOWN_HOSTS=$known; fi
  local check=(-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null)
  if [[ -f ${GIVEWAY_KNOWN_HOSTS-} ]]; then
    check=(-o StrictHostKeyChecking=yes -o "UserKnownHostsFile=$GIVEWAY_KNOWN_HOSTS")
  fi
  SSHOPTS=(-o ConnectTimeout=5 -o ServerAliveInterval=90 -o LogLevel=ERROR "${check[@]}" -i "$key")
}

# What an earlier step left behind; either may be missing.
setup_ssh_and_lock_info() { # [key]
  setup_aux_host_ssh_access "$@"
  if [[ -f $SHARED_DIR/ocp_version.txt ]]; then
    OCP_VERSION=$(<"$SHARED_DIR/ocp_version.txt")
    export OCP_VERSION
    echo "OCP version: $OCP_VERSION"
  fi
  if [[ -f $SHARED_DIR/spoke_lock_filename.txt ]]; then
    SPOKE_LOCK_FILENAME=$(<"$SHARED_DIR/spoke_lock_filename.txt")
    export SPOKE_LOCK_FILENAME
    echo "Spoke lock file: $SPOKE_LOCK_FILENAME"
  fi
}

# Prints a path, as the steps keep one. The waiting file itself is giveway's, from the first attempt on, and has a name of
# its own; whoever removes this one leaves the queue.
create_waiting_request_file() { # bastion, lock, version
  echo "$2.waiting.$(date -u +%s%N).$3"
}

# Takes the job out of the queue. A host stays if this step has just taken it, or if the job knows that it has one; else it
# goes as well: it came after the last look, and no later step would give it back.
remove_own_waiting_file() { # bastion, path
  [[ -n $2 ]] || return 0
  local flag=$SHARED_DIR/do_you_hold_the_lock_for_the_sno_spoke_cluster_server.txt
  if _giveway_has "${2%%.waiting.*}" && [[ -z $(_giveway_any_lease) && $(cat "$flag" 2>/dev/null) != yes ]]; then
    _giveway release --pool "$(_giveway_pool "$1")" >/dev/null || true
  fi
  # one that the older functions made
  command ssh "${SSHOPTS[@]}" "root@$1" "rm -f $2" </dev/null || true
}

# Joins the queue of this host, beside those that the job has joined already, and looks whether it has it. The queue is
# kept between the attempts by a process of its own, which ends with this script.
try_to_lock_host() { # bastion, lock, own timestamp, LOCK_TIMEOUT
  if ! _giveway_has "$2"; then
    _giveway_before try_to_lock_host "$@"
    return
  fi
  if [[ -n $(_giveway_any_lease) ]]; then return 0; fi
  local host
  host=$(_giveway_host "$2")
  if [[ ,${_giveway_hosts-}, != *",$host,"* ]] || ! _giveway_is_waiting; then
    _giveway_stop_waiting
    if [[ -n $(_giveway_any_lease) ]]; then return 0; fi
    if [[ ,${_giveway_hosts-}, != *",$host,"* ]]; then _giveway_hosts=${_giveway_hosts:+$_giveway_hosts,}$host; fi
    _giveway_start_waiting "$1" "${4:-${LOCK_TIMEOUT-}}"
    local until=$((SECONDS + GIVEWAY_LOOK_SECONDS))
    while ((SECONDS < until)) && _giveway_is_waiting; do sleep 0.2; done
  fi
  if ! _giveway_is_waiting; then _giveway_stop_waiting; fi
}

# Prints locked or fail.
check_the_host_was_locked() { # bastion, lock, own timestamp
  if ! _giveway_has "$2"; then
    _giveway_before check_the_host_was_locked "$@"
  elif [[ -n $(_giveway_lease "$2") ]]; then
    echo locked
  else
    echo fail
  fi
}

# Prints quit:<version> or continue. Where the older functions hold the host, the waiting files tell.
check_for_higher_priority_waiter() { # bastion, lock, own version
  local lease answer status=0
  lease=$(_giveway_lease "$2")
  if [[ -z $lease ]]; then
    _giveway_ask_the_files "$@"
    return
  fi
  answer=$(_giveway check-quit --lease-file "$lease" --mode graceful \
    --on-unreachable "${GIVEWAY_ON_UNREACHABLE:-continue}") || status=$?
  case $status in
    0) echo continue ;;
    10)
      if [[ $answer =~ \"byVersion\":\"([0-9]+\.[0-9]+) ]]; then
        echo "quit:${BASH_REMATCH[1]}"
      else
        echo quit:unknown
      fi
      ;;
    11) echo quit:lost ;;
    *) return "$status" ;;
  esac
}

# Prints quit or continue. Once decided it stays decided, and nobody is asked again.
should_quit() { # bastion, lock, own version, shared folder
  local decision=$4/graceful_quit_requested result
  if [[ -f $decision ]]; then
    echo quit
    return
  fi
  result=$(check_for_higher_priority_waiter "$1" "$2" "$3") || return
  case $result in
    quit:lost)
      printf 'higher_ocp_version=unknown\ncurrent_ocp_version=%s\ngiveway_lease=lost\n' "$3" >|"$decision"
      # the machine is somebody else's by now: the clean-up step must neither power it off nor remove its lock
      printf no >|"$4/do_you_hold_the_lock_for_the_sno_spoke_cluster_server.txt"
      echo quit
      ;;
    quit:*)
      printf 'higher_ocp_version=%s\ncurrent_ocp_version=%s\n' "${result#quit:}" "$3" >|"$decision"
      echo quit
      ;;
    *) echo continue ;;
  esac
}

# Ends the script itself when the answer is quit: with 0 in graceful mode, so that later steps can report, else with 1.
check_for_quit() { # step, graceful|force
  local step=$1 mode=${2:-graceful} decision
  if [[ -z ${SPOKE_LOCK_FILENAME-} || -z ${OCP_VERSION-} ]]; then
    echo "[INFO] No host is held, or no version known: nobody asks $step to quit."
    return 0
  fi
  if ! decision=$(should_quit "${AUX_HOST-}" "$SPOKE_LOCK_FILENAME" "$OCP_VERSION" "$SHARED_DIR"); then
    echo "[ERROR] $step could not find out whether it must quit." >&2
    return 1
  fi
  if [[ $decision != quit ]]; then
    echo "[INFO] Nobody asks $step to quit."
    return 0
  fi
  decision=$(<"$SHARED_DIR/graceful_quit_requested")
  echo "[WARNING] $step ends here, for this host must be given up ($mode): ${decision//$'\n'/, }"
  # what was measured on another job's machine is worth nothing
  if [[ $decision == *giveway_lease=lost* ]]; then mode=force; fi
  printf '%s_quit' "$mode" >|"$SHARED_DIR/${step}_status.txt"
  if [[ $mode == force ]]; then exit 1; fi
  exit 0
}

# The steps remove their lock and their waiting file by calls of their own (`timeout … ssh … rm -f PATH`). Of a lease such
# a call would leave the record, and hosts would look taken until it expires; and it would remove the lock of whoever has
# the host by then. So it is a release instead. Every other call is as it was.
ssh() {
  if _giveway_is_removal "$*"; then _giveway_removes "$_giveway_path"; else command ssh "$@"; fi
}

timeout() {
  if [[ " $* " == *' ssh '* ]] && _giveway_is_removal "$*"; then
    _giveway_removes "$_giveway_path"
  else
    command timeout "$@"
  fi
}

# --- what they are made of --------------------------------------------------------------------------------------------

_giveway_program() {
  if ! command -v "${GIVEWAY:-giveway}"; then
    echo "[ERROR] giveway is not on PATH, and GIVEWAY does not name it (GIVEWAY='${GIVEWAY-}')" >&2
    return 127
  fi
}

_giveway() {
  local program
  program=$(_giveway_program) || return
  GIVEWAY_STATE_DIR=$SHARED_DIR "$program" "$@"
}

_giveway_pool() { # bastion
  local bastion=$1
  if [[ $bastion == *:* ]]; then bastion="[$bastion]"; fi
  echo "${GIVEWAY_POOL:-ssh://root@$bastion$GIVEWAY_LOCKS}"
}

_giveway_has() { # lock
  [[ ${1%/*} == "$GIVEWAY_LOCKS" && $1 == *.lock ]]
}

_giveway_host() { # lock
  local name=${1##*/}
  echo "${name%.lock}"
}

# Prints the lease file of a host, if this job has the host by giveway.
_giveway_lease() { # lock
  local file
  file=$SHARED_DIR/giveway-$(_giveway_host "$1").lease.json
  if [[ -f $file ]]; then echo "$file"; fi
}

_giveway_any_lease() {
  local host hosts
  IFS=, read -ra hosts <<<"${_giveway_hosts-}"
  for host in "${hosts[@]}"; do _giveway_lease "$host.lock"; done
}

_giveway_before() { # function, its arguments
  if ! declare -F "_before_giveway_$1" >/dev/null; then
    echo "[ERROR] $3 is not in the pool's folder of locks, $GIVEWAY_LOCKS, and nothing else is there for it" >&2
    return 1
  fi
  "_before_giveway_$1" "${@:2}"
}

# Its messages go to the step's log. That it has the log open keeps the step's pod until it has left the queue.
_giveway_start_waiting() { # bastion, LOCK_TIMEOUT
  local version=${OCP_VERSION:-$(cat "$SHARED_DIR/ocp_version.txt" 2>/dev/null || extract_ocp_version)} times=() program
  program=$(_giveway_program) || exit 1
  if [[ $2 =~ ^[1-9][0-9]*$ ]]; then
    if [[ -z ${GIVEWAY_LEASE_TTL-} ]]; then times+=(--lease-ttl "$2s"); fi
    if [[ -z ${GIVEWAY_MAX_HOLD-} ]] && (($2 > 86400)); then times+=(--max-hold "$2s"); fi
  fi
  # no function: a signal must reach giveway itself
  GIVEWAY_STATE_DIR=$SHARED_DIR "$program" acquire --pool "$(_giveway_pool "$1")" --host "$_giveway_hosts" \
    --product-version "$version" "${times[@]}" >/dev/null </dev/null &
  _giveway_waiter=$!
}

_giveway_is_waiting() {
  [[ -n ${_giveway_waiter-} ]] && kill -0 "$_giveway_waiter" 2>/dev/null
}

# Tells how it ended, too. A mistake in the settings ends the script: no further attempt would mend it.
_giveway_stop_waiting() {
  local status=0
  if [[ -z ${_giveway_waiter-} ]]; then return 0; fi
  kill "$_giveway_waiter" 2>/dev/null || true
  wait "$_giveway_waiter" || status=$?
  _giveway_waiter=
  if ((status == 2)); then
    echo "[FATAL] giveway cannot be used as it is set up: see above." >&2
    exit 1
  fi
}

# As the jobs without giveway do it: the highest version among the waiting files.
_giveway_ask_the_files() { # bastion, lock, own version
  local path version highest=$3
  while IFS= read -r path; do
    version=${path#"$2.waiting."}
    version=${version#"${version%%[!0-9]*}".}
    if [[ $version =~ ^[0-9]+\.[0-9]+$ && $(compare_ocp_versions "$version" "$highest") == higher ]]; then
      highest=$version
    fi
  done < <(command ssh "${SSHOPTS[@]}" "root@$1" "ls -1 $2.waiting.* 2>/dev/null" </dev/null)
  if [[ $highest == "$3" ]]; then echo continue; else echo "quit:$highest"; fi
}

# Is this call to remove a lock that giveway holds for this job, or a waiting file of this pool? Sets _giveway_path.
_giveway_is_removal() { # the words of the call
  [[ $1 =~ (^|[[:space:]])rm[[:space:]]+-[a-z]*f[a-z]*[[:space:]]+\'?([^[:space:]\;\&\|\']+) ]] || return 1
  _giveway_path=${BASH_REMATCH[2]}
  _giveway_has "${_giveway_path%%.waiting.*}" || return 1
  [[ $_giveway_path == *.waiting.* || -n $(_giveway_lease "$_giveway_path") ]]
}

_giveway_removes() { # path
  local status=0
  if [[ $1 == *.waiting.* ]]; then
    remove_own_waiting_file "${AUX_HOST-}" "$1"
    return
  fi
  _giveway release --lease-file "$(_giveway_lease "$1")" >/dev/null || status=$?
  # 11: lost before, so nothing of it is left to remove
  if ((status == 0 || status == 11)); then return 0; fi
  echo "[ERROR] $1 could not be given back (giveway: exit $status)." >&2
  return 255
}
