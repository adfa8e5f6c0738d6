#!/usr/bin/env bash
# What a job of the torture does with the hosts that it holds: it is the oracle. It notes when it comes and when it leaves,
# looks whether anybody else is there, and writes to each host through `giveway fence`, as a careful job would.
#
# usage: inside.bash                 the command of a `giveway run`
#        . inside.bash               the functions, for the other jobs (steps.bash, bash-job.bash)
#
# Settings: ARENA (the folder of the round), JOB, KIND (run, steps or bash), HOLD_MS, GIVEWAY_HOST,
# GIVEWAY_FENCING_TOKEN, GIVEWAY_QUIT_FILE.
#
# Events are lines in $ARENA/events: uptime in ms, job, event, detail.
#   enter HOST TOKEN, leave HOST TOKEN
#   meets HOST TOKEN DEADLINE OTHER-JOB OTHER-TOKEN OTHER-DEADLINE   somebody alive is there. Each believes to hold the
#                               host until its deadline: uptime in ms, or never (which is: without an end)
#   write HOST TOKEN            what the host took, in the order in which it took it
#   refused HOST TOKEN DEADLINE what it refused
#   acquired, lost, told, failed, …: see steps.bash and bash-job.bash

set -o nounset -o pipefail
export LC_ALL=C
: "${ARENA:?}" "${JOB:?}" "${KIND:?}" "${HOLD_MS:?}"

# NOW, in ms of uptime, without a fork
read_now() {
  local up
  read -r up _ </proc/uptime
  NOW=$((10#${up/./} * 10))
}

event() { # event detail…
  read_now
  printf '%s %s %s\n' "$NOW" "$JOB" "$*" >>"$ARENA/events"
}

pause_ms() { # without a fork: nothing ever writes to this descriptor
  read -r -t "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))" -u "$NEVER" _ || true
}
# shellcheck disable=SC1083 # bash makes the number
exec {NEVER}<> <(:)

is_dead() { # pid
  local stat
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 0
  stat=${stat##*) }
  [[ ${stat:0:1} == Z || ${stat:0:1} == X ]]
}

# Until when a job believes to hold its hosts: only one that nobody stops has such a time.
deadline_of() { # job kind
  DEADLINE=never
  [[ $2 == steps ]] || return 0
  DEADLINE=0
  { read -r DEADLINE <"$ARENA/deadlines/$1"; } 2>/dev/null || true
}

# A link is there or not, with all that it says: who comes second sees who came first.
enter() { # host token
  local link=$ARENA/inside/$1 own other job token pid kind
  own="$JOB:$2:$$:$KIND"
  until ln -s "$own" "$link" 2>/dev/null; do
    other=$(readlink "$link") || continue
    IFS=: read -r job token pid kind <<<"$other"
    if ! is_dead "$pid"; then
      deadline_of "$job" "$kind"
      # it may have left meanwhile
      [[ $(readlink "$link") == "$other" ]] || continue
      local others=$DEADLINE
      deadline_of "$JOB" "$KIND"
      event meets "$1" "$2" "$DEADLINE" "$job" "$token" "$others"
    fi
    mv -Tf "$link" "$link.before.$$" 2>/dev/null
    rm -f "$link.before.$$"
  done
  event enter "$1" "$2"
}

leave() { # host token
  [[ $(readlink "$ARENA/inside/$1") != "$JOB:$2:$$:$KIND" ]] || rm -f "$ARENA/inside/$1"
  event leave "$1" "$2"
}

# Status 1 when the host has refused it.
write_to() { # host token
  # shellcheck disable=SC2016 # for the shell behind the fence
  local script='read -r up _ </proc/uptime; echo "${up%.*}${up#*.}0 $JOB write $1 $2" >>"$ARENA/events"'
  JOB=$JOB sh "$ARENA/fence" --token "$2" --pool torture --fence-file "$ARENA/hosts/$1" -- \
    sh -c "$script" sh "$1" "$2" 2>"$ARENA/work/$JOB/fence"
  local status=$?
  case $status in
    0) return 0 ;;
    11)
      deadline_of "$JOB" "$KIND"
      event refused "$1" "$2" "$DEADLINE"
      return 1
      ;;
    *) event fence-failed "$1" "$2" "$status" ;;
  esac
}

# Uses each host in turn until the time is over, or somebody wants it; status 1 once a host has refused it.
use() { # token until hosts…
  local token=$1 until=$2 host
  shift 2
  while :; do
    for host in "$@"; do
      [[ $host == - ]] || write_to "$host" "$token" || return 1
    done
    read_now
    ((NOW < until)) || return 0
    [[ ! -e ${GIVEWAY_QUIT_FILE:-/nowhere} && -z $IS_TOLD ]] || return 0
    pause_ms 60
  done
}
IS_TOLD=

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  trap 'IS_TOLD=yes' TERM INT HUP
  IFS=, read -ra hosts <<<"$GIVEWAY_HOST"
  for host in "${hosts[@]}"; do enter "$host" "$GIVEWAY_FENCING_TOKEN"; done
  read_now
  use "$GIVEWAY_FENCING_TOKEN" $((NOW + HOLD_MS)) "${hosts[@]}"
  status=$?
  for host in "${hosts[@]}"; do leave "$host" "$GIVEWAY_FENCING_TOKEN"; done
  exit "$status"
fi
