#!/usr/bin/env bash
# A test double of the bash jobs that Giveway shares a bastion with, written for the tests and for nothing else.
# It takes a host in steps that are not atomic (test, write, confirm; rm -f of whatever lock is there), because
# the jobs it stands for do. Never copy from here into the product. Needs bash 5 and GNU date.
#
#   bash-peer.sh acquire               waits for a host; prints `locked <lock path> <timestamp>`;
#                                      exit 1 when the attempts are used up, 2 on bad settings
#   bash-peer.sh check graceful|force  the quit check of a step; prints `carry-on` or `quit <higher version>`;
#                                      exit 0 for carry on and for a graceful quit, 1 for a forced one
#   bash-peer.sh release               the clean-up step
#   bash-peer.sh hold SECONDS          a whole job: acquire, hold with checks, release; exit 1 when it got no host
#                                      or was forced to quit. SIGTERM and SIGINT to the process group end it by its
#                                      clean-up step, SIGKILL leaves everything behind
#
# Settings of the job:
#   LOCK_DIR  LOCK_HOST  JOB_NAME  SHARED_DIR  LOCK_TIMEOUT (seconds, may have decimals)  LOCK_ACQUIRE_ATTEMPTS
#   LOCK_HOSTS=a,b,c         a pool of hosts, tried in turn, instead of LOCK_HOST
# Settings of the test (seconds may have decimals):
#   PEER_RETRY_SECONDS       between attempts (60)
#   PEER_CHECK_SECONDS       between the checks of `hold` (60)
#   PEER_CHECK_MODE          of the checks of `hold`: graceful (default) or force
#   PEER_STEP                the step's name in <step>_status.txt (step)
#   PEER_WRITE_DELAY_MS      D: from reading and testing a lock to writing it (0)
#   PEER_WRITE_GATE          a file on the bastion: D begins when it is there
#   PEER_CONFIRM_DELAY_MS    R: from writing a lock to confirming it (0)
#   PEER_CLOCK_SKEW_NS       how far this job's clock is ahead (0); the log keeps true time
#   PEER_NO_WAITING_FILE=1   makes no waiting file, as older jobs
#   PEER_IGNORE_WAITERS=1    looks at nobody's waiting files, as older jobs
#   PEER_SSH                 for example `ssh -i key root@host`; without it the bastion is this machine
#   PEER_LOG                 a file that gets one line for each event: epoch ns, event, detail
#
# Events, in the order in which a job has them:
#   waiting <waiting file>            the waiting file is there
#   waiting-failed <waiting file>     it could not be made (the first job on an empty bastion: no folder yet)
#   attempt <number>
#   tested <lock> free|expired|busy   the lock was read and tested; unless busy, it is written D later, whatever
#                                     happens in between
#   wrote <lock> <timestamp>
#   confirmed|unconfirmed <lock> <content read>
#   gave-back <lock> <higher version> the lock was removed for a higher waiter
#   waiting-removed <waiting file>
#   locked <lock> <timestamp>         from here the job uses the host
#   gave-up <attempts>
#   carry-on|quit <mode> [<higher version>]
#   power-off <lock>                  the job no longer uses the host
#   releasing <lock>, released <lock>

set -o nounset -o pipefail
export LC_ALL=C

readonly EXIT_USAGE=2

fail_usage() {
  printf 'bash-peer: %s\n' "$1" >&2
  exit "$EXIT_USAGE"
}

log() { # event detail…
  [[ -n ${PEER_LOG-} ]] || return 0
  local detail="${*:2}"
  printf '%s000 %s %s\n' "${EPOCHREALTIME/./}" "$1" "${detail//[[:cntrl:]]/?}" >>"$PEER_LOG"
}

ms_to_seconds() {
  printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000))
}

pod_clock() {
  printf '%s' $(($(date -u +%s%N) + ${PEER_CLOCK_SKEW_NS:-0}))
}

# --- the bastion's side ---------------------------------------------------------------------------------------

# One call of the bastion: a process of its own, which gets a command or one of the bastion_* functions by value,
# with its arguments, as a line for the login shell there.
remote() {
  local script word line='' ssh
  script="$(declare -f "$1")
\"\$@\""
  local escaped_quote="'\\''"
  for word in bash -c "$script" bash "$@"; do
    line+="'${word//\'/"$escaped_quote"}' "
  done
  if [[ -n ${PEER_SSH-} ]]; then
    read -ra ssh <<<"$PEER_SSH"
    "${ssh[@]}" "$line" </dev/null
  else
    bash -c "$line" </dev/null
  fi
}

# The arithmetic on whatever the file holds is what the real jobs do: an empty or short content counts as expired,
# `a[$(cmd)]` runs cmd, and a syntax error ends the call before it writes.
# shellcheck disable=SC2317,SC2329 # run by name, through remote
bastion_attempt() { # lock, own timestamp, timeout in ns, D in seconds, a file to wait for or nothing
  local lock=$1 ts_now=$2 timeout_ns=$3 write_delay=$4 gate=$5 ts_stored age state=free
  mkdir -p "$(dirname "$lock")"
  if [[ -f $lock ]]; then
    ts_stored=$(<"$lock")
    age=$((ts_now - ts_stored))
    ((age > 0)) || age=0
    if ((age < timeout_ns)); then
      echo busy
      return
    fi
    state=expired
  fi
  echo "$state"
  until [[ -z $gate || -e $gate ]]; do sleep 0.005; done
  [[ $write_delay == 0.000 ]] || sleep "$write_delay"
  echo "$ts_now" >|"$lock" && echo wrote
}

# A listing that fails reads as nobody waiting, as in the real jobs.
# shellcheck disable=SC2317,SC2329 # run by name, through remote
bastion_list_waiting() { # lock
  ls -1 "$1".waiting.* 2>/dev/null || true
}

# --- the functions that the real jobs share, by their names ----------------------------------------------------

extract_ocp_version() {
  [[ ${JOB_NAME-} =~ (4|5)\.[0-9]+ ]] && printf '%s' "${BASH_REMATCH[0]}"
}

compare_ocp_versions() { # prints what the first is to the second: higher, lower or equal
  local major_a=${1%%.*} minor_a=${1#*.} major_b=${2%%.*} minor_b=${2#*.}
  if ((major_a > major_b || (major_a == major_b && minor_a > minor_b))); then
    echo higher
  elif ((major_a == major_b && minor_a == minor_b)); then
    echo equal
  else
    echo lower
  fi
}

# Once per job; the path stays in SHARED_DIR for the clean-up step, which may be all that is left of the job.
create_waiting_request_file() { # lock
  [[ -z ${PEER_NO_WAITING_FILE-} && -z $own_waiting_file ]] || return 0
  local waiting_file
  waiting_file="$1.waiting.$(pod_clock).$own_version"
  if ! remote touch "$waiting_file"; then
    log waiting-failed "$waiting_file"
    return 0
  fi
  own_waiting_file=$waiting_file
  printf '%s' "$waiting_file" >"$SHARED_DIR/own_waiting_file.txt"
  log waiting "$waiting_file"
}

remove_own_waiting_file() {
  local waiting_file
  waiting_file=$(cat "$SHARED_DIR/own_waiting_file.txt" 2>/dev/null)
  [[ -n $waiting_file ]] || return 0
  remote rm -f "$waiting_file"
  rm -f "$SHARED_DIR/own_waiting_file.txt"
  log waiting-removed "$waiting_file"
}

# Status 0 when this call wrote the lock, which says nothing about who has it now.
try_to_lock_host() { # lock, own timestamp
  local lock=$1 ts=$2 answer wrote=no timeout_ns write_delay
  timeout_ns=$(printf '%.0f' "${LOCK_TIMEOUT}e9")
  write_delay=$(ms_to_seconds "${PEER_WRITE_DELAY_MS:-0}")
  while read -r answer; do
    if [[ $answer == wrote ]]; then
      wrote=yes
      log wrote "$lock $ts"
    else
      log tested "$lock $answer"
    fi
  done < <(remote bastion_attempt "$lock" "$ts" "$timeout_ns" "$write_delay" "${PEER_WRITE_GATE-}")
  [[ $wrote == yes ]]
}

check_the_host_was_locked() { # lock, own timestamp
  local content
  content=$(remote cat "$1")
  if [[ $content == "$2" ]]; then
    log confirmed "$1 $content"
  else
    log unconfirmed "$1 $content"
    return 1
  fi
}

# Prints the highest waiting version when it is above the own one, else nothing.
check_for_higher_priority_waiter() { # lock, own version
  [[ -z ${PEER_IGNORE_WAITERS-} ]] || return 0
  local lock=$1 path version highest=$2
  while IFS= read -r path; do
    version=${path#"$lock.waiting."}
    [[ $version =~ ^[0-9]*\.(.*)$ ]] && version=${BASH_REMATCH[1]}
    [[ $version =~ ^[0-9]+\.[0-9]+$ ]] || continue
    [[ $(compare_ocp_versions "$version" "$highest") == higher ]] && highest=$version
  done < <(remote bastion_list_waiting "$lock")
  [[ $highest == "$2" ]] || printf '%s' "$highest"
}

# Status 0 for quit. Once decided it stays decided, and nobody is asked again.
should_quit() { # lock, own version
  local decision="$SHARED_DIR/graceful_quit_requested" higher
  [[ ! -f $decision ]] || return 0
  higher=$(check_for_higher_priority_waiter "$1" "$2")
  [[ -n $higher ]] || return 1
  printf 'higher_ocp_version=%s\ncurrent_ocp_version=%s\n' "$higher" "$2" >"$decision"
}

# What an earlier step left behind; either may be empty.
setup_ssh_and_lock_info() {
  own_version=$(cat "$SHARED_DIR/ocp_version.txt" 2>/dev/null)
  held_lock=$(cat "$SHARED_DIR/spoke_lock_filename.txt" 2>/dev/null)
}

# Ends the step's script itself when the answer is quit.
check_for_quit() { # step, mode
  local step=$1 mode=$2 higher
  if [[ -z $held_lock || -z $own_version ]] || ! should_quit "$held_lock" "$own_version"; then
    log carry-on "$mode"
    echo carry-on
    return 0
  fi
  higher=$(sed -n 's/^higher_ocp_version=//p' "$SHARED_DIR/graceful_quit_requested")
  printf '%s' "${mode}_quit" >"$SHARED_DIR/${step}_status.txt"
  log quit "$mode $higher"
  echo "quit $higher"
  [[ $mode == graceful ]]
  exit
}

# --- the verbs --------------------------------------------------------------------------------------------------

readonly HOLD_FLAG=do_you_hold_the_lock_for_the_sno_spoke_cluster_server.txt

# One attempt: each host in turn, with one timestamp for all of them. A host given back to a higher waiter is one
# more host that was not to be had.
attempt_hosts() { # hosts…
  local ts host lock higher
  ts=$(pod_clock)
  for host in "$@"; do
    lock=$LOCK_DIR/$host.lock
    create_waiting_request_file "$lock"
    if try_to_lock_host "$lock" "$ts"; then
      sleep "$(ms_to_seconds "${PEER_CONFIRM_DELAY_MS:-0}")"
    fi
    check_the_host_was_locked "$lock" "$ts" || continue
    higher=$(check_for_higher_priority_waiter "$lock" "$own_version")
    if [[ -n $higher ]]; then
      remote rm -f "$lock"
      log gave-back "$lock $higher"
      continue
    fi
    remove_own_waiting_file
    printf '%s' "$lock" >"$SHARED_DIR/spoke_lock_filename.txt"
    printf yes >"$SHARED_DIR/$HOLD_FLAG"
    log locked "$lock $ts"
    echo "locked $lock $ts"
    return 0
  done
  return 1
}

acquire() {
  local hosts attempt
  : "${LOCK_DIR:?}" "${LOCK_TIMEOUT:?}" "${LOCK_ACQUIRE_ATTEMPTS:?}"
  IFS=, read -ra hosts <<<"${LOCK_HOSTS:-${LOCK_HOST:?}}"
  own_version=$(extract_ocp_version) || fail_usage "no version in JOB_NAME '${JOB_NAME-}'"
  own_waiting_file=''
  printf '%s' "$own_version" >"$SHARED_DIR/ocp_version.txt"
  for ((attempt = 1; attempt <= LOCK_ACQUIRE_ATTEMPTS; attempt++)); do
    ((attempt == 1)) || sleep "${PEER_RETRY_SECONDS:-60}"
    log attempt "$attempt"
    attempt_hosts "${hosts[@]}" && return 0
  done
  printf no >"$SHARED_DIR/$HOLD_FLAG"
  log gave-up "$LOCK_ACQUIRE_ATTEMPTS"
  return 1
}

check() { # mode
  [[ $1 == graceful || $1 == force ]] || fail_usage "check graceful|force, not '$1'"
  setup_ssh_and_lock_info
  check_for_quit "${PEER_STEP:-step}" "$1"
}

# The lock goes whoever owns it by now: a known fault of the real jobs.
release() {
  setup_ssh_and_lock_info
  remove_own_waiting_file
  [[ $(cat "$SHARED_DIR/$HOLD_FLAG" 2>/dev/null) == yes ]] || return 0
  log power-off "$held_lock"
  log releasing "$held_lock"
  remote rm -f "$held_lock"
  log released "$held_lock"
}

# Each step is a process of its own, as each runs in a pod of its own.
hold() { # seconds
  local end_us pause_us left_us check_us
  trap release EXIT
  trap 'exit 143' TERM
  trap 'exit 130' INT
  "$BASH" "$0" acquire || exit 1
  check_us=$(printf '%.0f' "${PEER_CHECK_SECONDS:-60}e6")
  end_us=$((${EPOCHREALTIME/./} + $(printf '%.0f' "$1e6")))
  while left_us=$((end_us - ${EPOCHREALTIME/./})) && ((left_us > 0)); do
    pause_us=$((left_us < check_us ? left_us : check_us))
    sleep "$(printf '%d.%06d' $((pause_us / 1000000)) $((pause_us % 1000000)))"
    ((pause_us == check_us)) || break
    "$BASH" "$0" check "${PEER_CHECK_MODE:-graceful}" || exit 1
    [[ ! -f $SHARED_DIR/graceful_quit_requested ]] || break
  done
}

: "${SHARED_DIR:?}"
case "${1-} $#" in
  'acquire 1' | 'release 1') "$1" ;;
  'check 2' | 'hold 2') "$1" "$2" ;;
  *) fail_usage 'acquire | check graceful|force | release | hold SECONDS' ;;
esac
