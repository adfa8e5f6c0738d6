# shellcheck shell=sh
# Ends a command's process group where `giveway run` can't: it was killed, or is stopped and sends no heartbeats. The
# group must be dead before the lease is anybody else's.
#
# usage: sh -c "$(cat guard.sh)" giveway-guard SIGNAL SECONDS FOLDER LIMIT
#
# Reads lines: first the group, then `done`, or in how many seconds at most the next line comes (LIMIT for the first two; an empty line: none).
# Without it, or at the end of file, when that process is gone, the group gets SIGNAL, and SECONDS later SIGKILL; then
# FOLDER goes, which the command had its files in. By its name in their environment are found those whose group nobody
# could tell any more.

# Hears the next line. 1: the other end is gone. 2: nothing within the limit. `timeout` is how sh reads within a time;
# where it is missing or fails, there is no limit.
hear() {
  if [ -n "$seconds" ]; then
    # shellcheck disable=SC2016 # for that shell to expand
    line=$(timeout "$seconds" /bin/sh -c 'read -r line && echo "$line"')
    # 1 is the end of file; 124, in old busybox 143, too late
    case $? in 0) return 0 ;; 124 | 143) return 2 ;; 1) return 1 ;; esac
  fi
  read -r line
}

find_groups() {
  # shellcheck disable=SC2013 # paths of /proc have no blanks
  for f in $(grep -lsF "$1/" /proc/[0-9]*/environ); do
    f=${f#/proc/}
    groups="$groups ${f%/environ}"
  done
}

signal_groups() {
  for group in $groups; do kill -"$1" -"$group"; done
}

end_groups() {
  signal_groups "$1"
  sleep "$2"
  signal_groups KILL
  rm -rf "$3"
  exit
}

groups='' seconds=$4
hear || {
  # by a process that was killed it may be about to start; for one that is stopped there is no time to lose
  [ $? -ne 1 ] || sleep 1
  find_groups "$3"
  end_groups "$@"
}
groups=$line
while [ "$line" != 'done' ]; do
  hear || end_groups "$@"
  seconds=$line
done
