# shellcheck shell=sh
# `A && B || C` is meant as it runs: C wherever A or B fails.
# shellcheck disable=SC2015
# The giveway program: the only thing that touches the files of a pool.
#
# It reads requests from standard input, line by line, and answers on standard output. It takes verbs, never file
# changes, so it can refuse what a caller may not do. It is POSIX sh (dash, bash, busybox ash) and needs flock, mv, ln,
# rm, grep, date and stat. docs/protocol.md has the files, the requests and the reasons; the reader's map is:
#
#   main            options, checks of the folder, the loop over requests
#   do_snapshot     everything that a decision may look at, read without the guard
#   do_look         a cheap glance: has anything changed, or any of these files?
#   do_beat         a heartbeat: forks nothing but flock
#   do_commit       compare, then carry out the verbs (v_*) all or none
#   replay          carries out the commit that the file `redo` describes; every entry under the guard starts with it
#
# Three rules hold everywhere. Whatever comes from outside is data: it is never evaluated, and arithmetic sees only what
# is_digits has passed. The guard is flock on the folder itself (descriptor 9 on "."), which nobody can unlink and every
# child inherits, so a killed program's last mv still holds it. Nothing runs in the background.
#
# The working directory is D/.giveway from the start: when the folder is removed, every write fails, instead of
# meeting a new folder of the same name.
#
# usage: sh -c "$(cat program.sh)" giveway DIR [role=job|read|admin] [tenant=NAME] [max-priority=N]
#        [max-version=MAJOR.MINOR] [max-hold=SECONDS] [clock=FILE] [boot=FILE] [guard-wait=SECONDS] [nfs=allow]
# Role, tenant and the caps stand in the line of a key in authorized_keys: who has the key cannot change them.

# One group, closed by the last line: a shell runs nothing of a program that was cut short.
{
LC_ALL=C
export LC_ALL
set -fu
umask 002

protocol=1.0
nl='
'

# ---------------------------------------------------------------- small things

# 1 to 19 digits without a leading zero, small enough for the shell's 64-bit arithmetic
is_digits() {
  case $1 in '' | *[!0-9]* | 0?*) return 1 ;; esac
  [ ${#1} -lt 19 ] || { [ ${#1} -eq 19 ] && case $1 in [1-8]*) ;; *) false ;; esac }
}

# a name that can stand in a file's name: an id, a tenant
is_name() {
  case $1 in '' | [!A-Za-z0-9]* | *[!A-Za-z0-9_-]*) return 1 ;; esac
  [ ${#1} -le 64 ]
}

is_priority() {
  is_digits "${1#-}" && [ ${#1} -le 7 ]
}

is_host() {
  case $1 in '' | [!A-Za-z0-9]* | *[!A-Za-z0-9._-]* | *.lock* | *.waiting*) return 1 ;; esac
  [ ${#1} -le 128 ]
}

# a file's name that can stand in a reply and among a command's arguments
is_plain() {
  case $1 in [!A-Za-z0-9]* | *[!A-Za-z0-9._-]*) return 1 ;; esac
}

# what follows <host>.lock.waiting. in the name of a request's file: digits and points, and .queued for a queue file
is_request() {
  case ${1%.queued} in '' | *[!0-9.]*) return 1 ;; esac
}

# a 19-digit nanosecond stamp, as bash writes it into a lock
is_stamp() {
  [ ${#1} -eq 19 ] && is_digits "$1"
}

# removes the zeros that pad a fixed-width number, which the shell would read as octal; sets unpadded
unpad() {
  unpadded=${1#"${1%%[!0]*}"}
  unpadded=${unpadded:-0}
}

# sets uptime (ms since boot) and boot_id
read_uptime() {
  read -r uptime _ <"$clock_file" && read -r boot_id <"$boot_file" || return 1
  case $uptime in *.*) ;; *) uptime=$uptime.0 ;; esac
  frac=${uptime#*.}00
  frac=${frac%"${frac#??}"}
  unpad "$frac"
  is_digits "${uptime%.*}" && is_digits "$unpadded" && [ ${#boot_id} -eq 36 ] || return 1
  uptime=$((${uptime%.*} * 1000 + unpadded * 10))
}

# sets wall (ns since the epoch)
read_wall() {
  wall=$(date +%s%N) && is_stamp "$wall"
}

# why a write fails, in the system's words; the shell's own printf hides it
why_write_fails() {
  why=$({ printf '%4096s\n' probe | cat >"$1.probe"; } 2>&1)
  rm -f -- "$1.probe" 2>/dev/null
  why=${why##*: }
  [ -n "$why" ] || why='a write failed, and a second try did not'
}

fail_start() {
  printf 'giveway-error %s %s\n' "$1" "$2"
  exit 3
}

# ---------------------------------------------------------------- reading files

# the first line of a lock: sets lock_is to none, its 19 digits, or odd; and lock_stray where no lock, but a folder or
# the like stands in its place
read_lock() {
  lock_is=none lock_stray=
  [ -e "$L/$1.lock" ] || [ -L "$L/$1.lock" ] || return 0
  [ -f "$L/$1.lock" ] && [ ! -L "$L/$1.lock" ] || { lock_stray=yes; return 0; }
  lock_is=odd
  lock_line=
  lock_more=
  # a lock may go between the test and the read; the shell's complaint is of no use to anyone
  { { IFS= read -r lock_line; IFS= read -r lock_more; } <"$L/$1.lock"; } 2>/dev/null
  if [ ! -e "$L/$1.lock" ]; then
    lock_is=none
  elif is_stamp "$lock_line" && [ -z "$lock_more" ]; then
    lock_is=$lock_line
  fi
}

# what stands in a record as a word of its own and is not for the program: not to be taken for the JSON behind it
is_word() {
  case $1 in '' | *[!!-~]* | *'{'*) return 1 ;; esac
  [ ${#1} -le 512 ]
}

is_json() {
  case $1 in '{'*'}') ;; *) return 1 ;; esac
}

# what is to be known of a lease from now on, or - for what is known already
is_rest() {
  [ "$1" = - ] || is_json "$1"
}

# the fields of a record; sets r_* (r_state is none where there is no record) or fails on a broken one
split_record() {
  r_line=$1
  # shellcheck disable=SC2086 # split on purpose; globbing is off
  set -- $1
  [ $# -ge 15 ] || return 1
  r_format=$1 r_id=$2 r_owner=$3 r_attempt=$4 r_tenant=$5 r_priority=$6 r_version=$7 r_kind=$8 r_state=$9
  shift 9
  r_token=$1 r_stamp=$2 r_prev=$3 r_ttl=$4 r_until=$5
  shift 5
  r_rest=$*
  case $r_format in 1 | 1.*) ;; *) return 1 ;; esac
  is_name "$r_id" && is_digits "$r_attempt" && is_digits "$r_token" && is_digits "$r_stamp" && is_digits "$r_prev" &&
    is_digits "$r_ttl" && split_until "$r_until"
}

# START+DURATION@BOOT in ms of uptime: sets until_start (0 for another boot) and until_end
split_until() {
  until_start=${1%%+*}
  until_end=${1#*+}
  until_end=${until_end%%@*}
  is_digits "$until_start" && is_digits "$until_end" || return 1
  [ "${1#*@}" = "$boot_id" ] || until_start=0
  until_end=$((until_start + until_end))
}

load() {
  r_state=none r_kind=- r_id=- r_token=0 r_stamp=0 r_prev=0 r_line=-
  [ -e "$1.lease" ] || return 0
  r_line=
  IFS= read -r r_line <"$1.lease" && split_record "$r_line" && return 0
  case ${r_line%%[!0-9]*} in
    '' | 0* | 1) outcome="error broken-record $1.lease" ;;
    *) outcome="error newer-format $1.lease" ;;
  esac
  return 1
}

# a heartbeat: sets beat_age (ms; none where there is no file; 0 where it can't be read, for unreadable is alive)
# and beat_arrival
read_beat() {
  beat_age=none beat_arrival=0
  [ -e "$1.hb" ] || return 0
  beat_age=0
  b_up='' b_boot='' b_arrival=''
  read -r b_up b_boot b_arrival _ <"$1.hb"
  is_stamp "$b_arrival" && beat_arrival=$b_arrival
  unpad "$b_up"
  is_digits "$unpadded" && [ ${#b_boot} -eq 36 ] || return 0
  [ "$b_boot" = "$boot_id" ] || unpadded=0
  beat_age=$((uptime - unpadded))
  [ $beat_age -ge 0 ] || beat_age=0
}

# is the holder in r_* past its ttl, or its until, by at least $1 ms?
is_over() {
  [ "$uptime" -le $((until_end + $1)) ] || return 0
  [ "$r_kind" = lease ] || return 1
  read_beat "$r_id"
  [ "$beat_age" != none ] || return 0
  [ "$beat_age" -gt $((r_ttl + $1)) ]
}

# how long a host rests after an expiry, by the lease's own ttl: 15 s, or an eighth where the ttl is short
lock_delay() {
  delay=$((r_ttl / 8))
  [ $delay -le 15000 ] || delay=15000
}

# lists the requests' files of host $1 (or of every host, with *): sets found to their names
list_names() {
  found=
  set +f
  # shellcheck disable=SC2231 # a host's name has nothing to quote, and * is to be expanded
  for f in "$L"/$1.lock.waiting.*; do
    name=${f#"$L"/}
    is_request "${name#*.lock.waiting.}" && is_plain "$name" || continue
    [ -f "$f" ] && [ ! -L "$f" ] || continue
    found="$found $name"
  done
  set -f
  found=${found# }
}

# the names of the request $1 that arrived at $2, checked against the id in each file: sets own, and
# own_tenants to the tenants that are not the caller's
list_own() {
  own='' own_tenants=
  [ "$2" != 0 ] || return 0
  set +f
  set -- "$1" "$L"/*.lock.waiting."$2".*
  set -f
  own_id=$1
  shift
  for f in "$@"; do
    [ -f "$f" ] || continue
    w_id='' w_tenant=
    read -r _ w_id _ _ w_tenant _ <"$f" 2>/dev/null
    [ "$w_id" = "$own_id" ] || continue
    own="$own ${f##*/}"
    [ "$w_tenant" = "$tenant" ] || own_tenants="$own_tenants $w_tenant"
  done
}

# the hosts that the id $1 has a live lease on, less those that this commit ends: sets held_by
list_held() {
  held_by=
  set +f
  for f in *.lease; do
    s_id='' s_state=
    [ -f "$f" ] && read -r _ s_id _ _ _ _ _ _ s_state _ <"$f" || continue
    case $s_id/$s_state in "$1/settling" | "$1/held" | "$1/quitting") ;; *) continue ;; esac
    case "$ended " in *" ${f%.lease} "*) ;; *) held_by="$held_by ${f%.lease}" ;; esac
  done
  set -f
}
ended=

# the pool's mode: sets legacy (off, -, or LOCK_TIMEOUT in seconds) and L; or fails, and sets why
read_mode() {
  legacy=off L=..
  [ -e legacy ] || return 0
  m_timeout='' m_dir='' why='.giveway/legacy must say seconds or -, then a folder or a point'
  read -r m_timeout m_dir <legacy
  [ "$m_timeout" = - ] || is_digits "$m_timeout" || return 1
  case $m_dir in '' | .) ;; /*) L=$m_dir ;; *) return 1 ;; esac
  legacy=$m_timeout
  [ "$L" != .. ] || return 0
  if [ ! -e "$L/.giveway-owner" ]; then
    # a tmpfs that a reboot has emptied: bash makes its folder again too, maybe before us
    why="the lock folder $L cannot be made"
    mkdir -p -- "$L" && printf '%s\n' "$D" >"$L/.giveway-owner" || return 1
  fi
  m_owner=
  IFS= read -r m_owner <"$L/.giveway-owner"
  why="the lock folder $L belongs to the pool $m_owner"
  [ "$m_owner" = "$D" ]
}

# can L be listed at all? A listing that fails must not read as "nobody there".
can_list() {
  set +f
  set -- "$L"/.giveway*
  set -f
  [ -e "$1" ] && [ -r "$L" ] && [ -x "$L" ]
}

# In a sticky folder only a file's owner, the folder's or root may rename or remove it: a commit would be stuck half-way.
may_rename() {
  [ ! -k "$L" ] || [ -O "$L" ] || [ "$(id -u)" = 0 ]
}

# ---------------------------------------------------------------- snapshot and look

# all files, line by line; it changes the folder, so it runs in a subshell
emit_files() {
  set +f
  # for clients; the program itself goes by nothing of it
  if [ -f ../giveway.json ]; then
    while IFS= read -r line || [ -n "$line" ]; do printf 'settings %s\n' "$line"; done <../giveway.json
  fi
  for f in *.lease; do
    [ ! -f "$f" ] || printf 'lease %s\n' "${f%.lease}"
  done
  # one process reads all records and heartbeats
  # shellcheck disable=SC2035 # the names begin with a letter or a digit
  grep -sH '' *.lease *.hb
  has_ended $? || return 1
  cd -- "$L" && L=. || return 1
  waitings='' latest='' empties=''
  for f in *.lock.waiting.*; do
    # is_plain and is_request, without two calls for each of a thousand files
    case $f in [!A-Za-z0-9]* | *[!A-Za-z0-9._-]*) continue ;; esac
    what=${f#*.lock.waiting.}
    case ${what%.queued} in '' | *[!0-9.]*) continue ;; esac
    [ -f "$f" ] && [ ! -L "$f" ] || continue
    if [ -s "$f" ]; then
      latest="$latest $f"
      # in two steps, for a long string is slow to add to, and a process for each few files is slow as well
      [ ${#latest} -lt 1000 ] || {
        waitings=$waitings$latest latest=
        [ ${#waitings} -lt 60000 ] || emit_waitings || return 1
      }
    else
      empties="$empties $f"
    fi
  done
  waitings=$waitings$latest
  emit_waitings || return 1
  # shellcheck disable=SC2086 # split on purpose, here and below; globbing is off by then, and a plain name has nothing to expand
  [ -z "$empties" ] || printf 'empty %s\n' $empties
  locks=
  for f in *.lock; do
    [ -f "$f" ] && [ ! -L "$f" ] || continue
    h=${f%.lock}
    is_host "$h" && read_lock "$h" && [ "$lock_is" != none ] && {
      printf 'lock %s %s\n' "$h" "$lock_is"
      locks="$locks $f"
    }
  done
  set -f
  [ "$legacy" != off ] && [ -n "$empties$locks" ] || return 0
  # shellcheck disable=SC2086 # split on purpose; globbing is off
  stat -c 'mtime %n %.Y' $empties $locks 2>/dev/null
  has_ended $?
}

# Only files of plain names: on a pipe of such a name grep would wait for ever, and a newline in one would be a line of
# the reply.
emit_waitings() {
  [ -n "$waitings" ] || return 0
  # shellcheck disable=SC2086 # split on purpose; a plain name has nothing to expand
  printf 'waiting %s\n' $waitings
  # shellcheck disable=SC2086
  grep -sH '' $waitings
  has_ended $? || return 1
  waitings=
}

# Did grep or stat run to its end? 1 and 2 are their words for no line and for a file that has gone. One that was killed,
# or could not be started, would read as an empty pool.
has_ended() {
  [ "$1" -le 2 ]
}

# sets body to a consistent view; without the guard unless it is already ours
take_view() {
  tries=0
  while :; do
    gen1='' gen2=''
    read -r gen1 _ <gen && read_uptime || return 1
    read_mode || { outcome="error unreadable $why"; return 1; }
    can_list || return 1
    [ -e redo ] && seen_redo=yes || seen_redo=
    read_wall || return 1
    body=$(emit_files) || return 1
    [ -e redo ] && seen_redo=yes
    read -r gen2 _ <gen
    [ -z "$seen_redo" ] && [ -n "$gen1" ] && [ "$gen1" = "$gen2" ] && break
    tries=$((tries + 1))
    # a commit in flight is over in milliseconds; one that stays is rolled forward here, whatever the role
    if [ $tries -ge 3 ]; then
      outcome=
      guarded_view 9<. && break
      [ -n "$outcome" ] || outcome='error guard the folder could not be locked'
      return 1
    fi
  done
  unpad "$gen1"
  head="$unpadded $uptime $boot_id $wall $legacy"
}

guarded_view() {
  enter && read_wall && body=$(emit_files) || return 1
  read -r gen1 _ <gen
}

say_view() {
  printf 'snapshot %s\n%s\n' "$head" "$body"
}

do_snapshot() {
  outcome='error unreadable the folder or its clock could not be read'
  if take_view; then
    say_view
    outcome=ok
  fi
}

# $1 names of requests' files, or nothing: whoever is kept where it is by these needs to know no more
do_look() {
  outcome='error unreadable the folder or its clock could not be read'
  gen1=
  read -r gen1 _ <gen && read_uptime && [ -n "$gen1" ] || return 0
  read_mode || { outcome="error unreadable $why"; return 0; }
  [ -e redo ] && seen_redo=redo || seen_redo=-
  printf 'look %s %s %s %s\n' "$gen1" "$seen_redo" "$uptime" "$legacy"
  outcome=ok
  [ -z "$1" ] || { say_requests "$1"; return 0; }
  [ "$legacy" != off ] || return 0
  can_list || outcome='error unreadable the lock folder could not be listed'
  list_names '*'
  printf 'names %s\n' "$found"
  set +f
  for f in "$L"/*.lock; do
    set -f
    h=${f##*/}
    h=${h%.lock}
    is_host "$h" && read_lock "$h" && printf 'lock %s %s\n' "$h" "$lock_is"
  done
  set -f
}

# the records in these requests' files, with no process of its own
say_requests() {
  for name in $1; do
    is_plain "$name" && is_host "${name%%.lock.waiting.*}" && is_request "${name#*.lock.waiting.}" || continue
    w_line=
    if [ -f "$L/$name" ] && [ ! -L "$L/$name" ] && { IFS= read -r w_line <"$L/$name" || [ -n "$w_line" ]; } 2>/dev/null; then
      printf 'file %s %s\n' "$name" "$w_line"
    else
      printf 'gone %s\n' "$name"
    fi
  done
}

# the last $1 lines of the journal
do_journal() {
  outcome='error usage journal needs a number of lines'
  is_digits "$1" || return 0
  outcome=ok
  # Opened before the older file is read: where it becomes the older one meanwhile, lines come twice, which their numbers
  # tell, and none is missing. It may be gone between the test and its opening, for the same reason.
  { [ -f journal ] && both_journals "$1" 3<journal; } 2>/dev/null || both_journals "$1" 3</dev/null
}

# Each line begins with a commit's number, and ends; what a person or a full disk made of the file must not pass for the
# end of a reply.
both_journals() {
  {
    [ ! -f journal.1 ] || cat -- journal.1
    cat <&3
  } | grep -a '^[0-9]' | tail -n "$1"
}

# What lies in the pool's folders, for doctor: their settings and clocks, then a line for each folder and each file. Names of
# which a line could not be made are cut before what is odd in them.
do_list() {
  outcome='error unreadable the folder could not be listed'
  read_mode || legacy=broken L=..
  can_list && read_wall && read_uptime || return 0
  gen_n='' gen_ns=''
  read -r gen_n gen_ns <gen
  is_stamp "$gen_ns" || gen_ns=0
  printf 'list %s %s %s %s %s %s %s\n' "$uptime" "$wall" "$gen_ns" "$legacy" "$(id -u)" \
    "$(stat -f -c %T . 2>/dev/null)" "$(stat -f -c %T "$L" 2>/dev/null)"
  printf 'where %s\n' "$D"
  [ "$L" = .. ] || printf 'locks %s\n' "$L"
  list_folder inner .
  list_folder pool ..
  [ "$L" = .. ] || list_folder lock "$L"
  outcome=ok
}

# in a subshell, for it changes the folder
list_folder() (
  kind=$1
  cd -- "$2" || exit 0
  stat -c "folder $kind %a %u" . 2>/dev/null
  set +f
  set -- * .tmp.* .giveway-tmp.*
  set -f
  plain=
  for f in "$@"; do
    [ -e "$f" ] || [ -L "$f" ] || continue
    case $f in
      *[!!-~]*) printf 'file %s %s\n' "$(stat -c "$kind %a %u %s %Y" -- "$f" 2>/dev/null)" "${f%%[!!-~]*}? odd name" ;;
      *) plain="$plain $f" ;;
    esac
  done
  # shellcheck disable=SC2086 # split on purpose; no blank is in them, and globbing is off
  [ -z "$plain" ] || stat -c "file $kind %a %u %s %Y %n %F" -- $plain 2>/dev/null
)

# ---------------------------------------------------------------- the guard and the redo log

# takes the guard (descriptor 9 is open on "." already) and finishes what a killed program began
enter() {
  flock -w "$guard_wait" 9
  case $? in
    0) ;;
    1) outcome=busy && return 1 ;;
    *) outcome='error guard flock failed on the folder' && return 1 ;;
  esac
  [ -e gen ] || { outcome='error gone the folder was removed'; return 1; }
  read_uptime || { outcome='error unreadable the clock could not be read'; return 1; }
  read_mode || { outcome="error unreadable $why"; return 1; }
  [ ! -e redo ] || replay recovering || { outcome="error redo a commit in flight could not be finished: $why"; return 1; }
}

put_file() {
  [ ! -e "$1" ] || mv -fT -- "$1" "$2"
}

# Carries out `redo`. Each step can be repeated, and a step whose temporary file is gone was done, or lost to a tmpfs.
# $1 is `recovering` when a killed program began it.
replay() {
  why='redo ends early'
  complete=
  while read -r op a b c; do
    case $op in
      commit) redo_n=$a redo_ns=$b redo_L=$c ;;
      put) put_file "$a" "$b" || return_why ;;
      put-request) put_file "$redo_L/$a" "$redo_L/$b" || return_why ;;
      rename) [ ! -e "$redo_L/$a" ] || mv -fT -- "$redo_L/$a" "$redo_L/$b" || return_why ;;
      drop-request) rm -f -- "$redo_L/$a" || return_why ;;
      beat) printf '%s\n' "$b $c" 1<>"$a.hb" || return_why ;;
      drop) rm -f -- "$a" || return_why ;;
      link)
        # never by force: whatever stands there now is somebody's. A link shares its file with the temporary name, and
        # bash writes into the file, so what counts is the stamp that this commit meant to put there.
        if [ -e "$redo_L/$a" ]; then
          ln -T -- "$redo_L/$a" "$redo_L/$b.lock" 2>/dev/null
          read_lock "$b"
          [ "$lock_is" = "$c" ] || unlinked="$unlinked unlinked=$b"
          [ "$lock_is$lock_stray" != none ] || return_why
          rm -f -- "$redo_L/$a" || return_why
        fi
        ;;
      swap)
        read_lock "$b"
        if [ "$lock_is" = "$c" ]; then
          put_file "$redo_L/$a" "$redo_L/$b.lock" || return_why
        elif [ -e "$redo_L/$a" ]; then
          unlinked="$unlinked unlinked=$b"
          rm -f -- "$redo_L/$a" || return_why
        fi
        ;;
      drop-lock)
        read_lock "$a"
        [ "$lock_is" != "$b" ] || rm -f -- "$redo_L/$a.lock" || return_why
        ;;
      journal) journal_line="$a $b $c" ;;
      end) complete=yes ;;
      *) why="redo has an unknown step: $op" && complete= && break ;;
    esac
    [ -z "$failed" ] || break
  done <redo
  [ -z "$failed" ] && [ -n "$complete" ] || { failed=; return 1; }
  # the journal is for people: a full disk does not stop the lab
  if [ "$1" != recovering ] || ! last_line_has "$redo_n"; then
    { [ $((redo_n % 64)) -ne 0 ] && [ ${#journal_line} -lt 8000 ]; } || rotate_journal ${#journal_line}
    { printf '%s\n' "$redo_n $journal_line" >>journal; } 2>/dev/null
  fi
  printf '%015d %s\n' "$redo_n" "$redo_ns" 1<>gen && rm -f -- redo && return 0
  why_write_fails redo
  return 1
}
failed='' unlinked=''

return_why() {
  why_write_fails redo
  failed=yes
}

# Two files of half the size that a journal may have. Its size is looked at rarely, but before every long line of $1 bytes.
rotate_journal() {
  [ -f journal ] && size=$(stat -c %s journal) && is_digits "$size" && [ $((size + $1)) -gt 4000000 ] &&
    mv -fT journal journal.1
} 2>/dev/null

# Is the whole line of the commit $1 the last one? A part of it gets an end, so that the line can be written again.
last_line_has() {
  [ -s journal ] || return 1
  if [ -n "$(tail -c 1 journal)" ]; then
    { printf '\n' >>journal; } 2>/dev/null
    return 1
  fi
  case $(tail -n 1 journal) in "$1 "*) return 0 ;; esac
  return 1
}

# ---------------------------------------------------------------- heartbeat

do_beat() {
  outcome='error guard the folder could not be locked'
  guarded_beat "$@" 9<.
}

# $1 id, $2 the hosts it holds (comma-separated) or -
guarded_beat() {
  is_name "$1" || { outcome='error usage beat needs an id'; return 0; }
  [ "$role" != read ] || { outcome='refused beat a read key changes nothing: it needs the role job or admin'; return 0; }
  enter || return 0
  read_beat "$1"
  [ "$beat_age" != none ] || { outcome='gone'; return 0; }
  verb=beat
  if [ "$2" = - ]; then
    # a lease is not to be brought back by calling it a place in the queue
    list_held "$1"
    hosts=$held_by
    [ -n "$hosts" ] || [ "$role" = admin ] || { list_own "$1" "$beat_arrival" && own_place "$1"; } || return 0
  else
    split_hosts "$2" || return 0
  fi
  missing=
  for h in $hosts; do
    load "$h" || return 0
    [ "$r_id" = "$1" ] || { outcome="lost $h"; return 0; }
    case $r_state in settling | held | quitting) ;; *) outcome="lost $h" && return 0 ;; esac
    [ "$r_tenant" = "$tenant" ] || { outcome="refused beat $h belongs to tenant $r_tenant"; return 0; }
    ! is_over 0 || { outcome="expired $h"; return 0; }
    read_lock "$h"
    case $lock_is in
      none) missing="$missing $h" ;;
      "$r_stamp" | "$r_prev") ;;
      *) outcome="lost $h" && return 0 ;;
    esac
  done
  # in place and of one length, so it needs no room on a full disk and no fork
  if printf '%015d %s %019d\n' "$uptime" "$boot_id" "$beat_arrival" 1<>"$1.hb"; then
    outcome="alive $uptime$missing"
  else
    why_write_fails beat
    outcome="error write $why"
  fi
}

# ---------------------------------------------------------------- commit

# Reads the rest of the request: what the decision saw, then verbs, then `go`. A request that is cut short is dropped.
do_commit() {
  deadline=$1
  n_hosts=0 n_verbs=0 bad_line=
  while :; do
    IFS= read -r line || exit 0
    case $line in
      go) break ;;
      'host '*)
        n_hosts=$((n_hosts + 1))
        eval "seen_host_$n_hosts=\${line#host } seen_record_$n_hosts=- seen_lock_$n_hosts=none seen_names_$n_hosts=-"
        ;;
      'record '*) eval "seen_record_$n_hosts=\${line#record }" ;;
      'lock '*) eval "seen_lock_$n_hosts=\${line#lock }" ;;
      'names '*) eval "seen_names_$n_hosts=\${line#names }" ;;
      'verb '*) n_verbs=$((n_verbs + 1)) && eval "verb_$n_verbs=\${line#verb }" ;;
      *) bad_line=$line ;;
    esac
  done
  outcome='error guard the folder could not be locked'
  if [ -n "$bad_line" ]; then
    outcome='error usage the request has an unknown line'
    return 0
  fi
  guarded_commit 9<.
  case $outcome in
    conflict | stale*)
      # read after the guard is given back
      why=${outcome#conflict}
      if take_view; then
        say_view
        outcome="conflict ${why:-the files have changed}"
      else
        outcome='error unreadable the folder could not be read after a conflict'
      fi
      ;;
  esac
}

guarded_commit() {
  is_digits "$deadline" || { outcome='error usage commit needs a deadline'; return 0; }
  enter || return 0
  [ "$uptime" -le "$deadline" ] || { outcome=late; return 0; }
  [ "$role" != read ] || { outcome='refused commit a read key changes nothing: it needs the role job or admin'; return 0; }
  can_list || { outcome='error unreadable the lock folder could not be listed'; return 0; }
  may_rename || { outcome='error unreadable the folder is sticky: take its t bit away, for jobs must replace each other'"'"'s files'; return 0; }
  met=
  compare || return 0
  if [ "$legacy" = off ] && has_bash_trace; then
    printf '%s\n' '- .' >.tmp.legacy && mv -fT .tmp.legacy legacy || { write_failed legacy; return 0; }
    outcome=conflict
    return 0
  fi
  read_wall || { outcome='error missing-tool date with %N (GNU coreutils)'; return 0; }
  gen_n='' gen_ns=''
  read -r gen_n gen_ns <gen
  unpad "$gen_n"
  gen_n=$unpadded
  is_digits "$gen_n" && is_stamp "$gen_ns" || { outcome='error broken-record gen'; return 0; }
  # strictly rising over all commits, whatever the wall clock does
  [ "$wall" -gt "$gen_ns" ] || wall=$((gen_ns + 1))
  sweep_temporaries
  plan='' touched=' ' ended='' tmp_n=0 note='' token=0 journal='' unlinked=''
  tell_of_bash "$met"
  run_verbs || { sweep_temporaries; return 0; }
  if [ -z "$plan" ]; then
    outcome="committed $gen_n $wall $token$note"
    return 0
  fi
  gen_n=$((gen_n + 1))
  { printf '%s\n%s%s\nend\n' "commit $gen_n $wall $L" "$plan" "journal $wall$journal" >.tmp.redo; } 2>/dev/null ||
    { write_failed .tmp.redo; return 0; }
  mv -fT .tmp.redo redo || { write_failed .tmp.redo; return 0; }
  if replay fresh; then
    outcome="committed $gen_n $wall $token$note$unlinked"
  else
    outcome="error redo the commit is not finished yet: $why"
  fi
}

# plans every verb of the request, or fails with the outcome of the first that may not be
run_verbs() {
  i=0 v=''
  while [ $i -lt "$n_verbs" ]; do
    i=$((i + 1))
    eval "v=\$verb_$i"
    # shellcheck disable=SC2086 # split on purpose; globbing is off
    set -- $v
    verb=${1-}
    [ $# -eq 0 ] || shift
    outcome="error usage $verb has wrong arguments"
    case $verb in
      wait | target | unwait | take | held | renew | tell | keep | free | clear | expire | lose | evict | note | amend | mend | fixed) "v_$verb" "$@" || return 1 ;;
      legacy) v_legacy "$@" || return 1 ;;
      *) outcome="refused $verb this program does not know it" && return 1 ;;
    esac
  done
}

write_failed() {
  why_write_fails "$1"
  outcome="error write $why"
  sweep_temporaries
}

# what a program left that was killed before its commit point; under the guard nobody else has temporary files
sweep_temporaries() {
  set +f
  for f in .tmp.* "$L"/.giveway-tmp.*; do
    [ ! -e "$f" ] || rm -f -- "$f"
  done
  set -f
}

compare() {
  i=0 seen_record='' seen_lock='' seen_names=''
  while [ $i -lt "$n_hosts" ]; do
    i=$((i + 1))
    eval "h=\$seen_host_$i seen_record=\$seen_record_$i seen_lock=\$seen_lock_$i seen_names=\$seen_names_$i"
    is_host "$h" || { outcome="error usage not a host name"; return 1; }
    met="$met $h"
    load "$h" || return 1
    read_lock "$h"
    list_names "$h"
    outcome=conflict
    [ "$r_line" = "$seen_record" ] && [ "$lock_is" = "$seen_lock" ] && [ "${found:--}" = "$seen_names" ] || return 1
  done
}

# Has bash been here? Its waiting files are empty, its locks carry no stamp of ours.
has_bash_trace() {
  set +f
  set -- "$L"/*.lock.waiting.*[0-9]
  set -f
  for f in "$@"; do
    name=${f#"$L"/}
    case ${name#*.lock.waiting.} in '' | *[!0-9.]*) continue ;; esac
    [ ! -f "$f" ] || [ -s "$f" ] || return 0
  done
  set +f
  set -- "$L"/*.lock
  set -f
  for f in "$@"; do
    h=${f##*/}
    h=${h%.lock}
    [ -f "$f" ] && is_host "$h" || continue
    read_lock "$h"
    load "$h" || return 1
    case $lock_is in none | "$r_stamp" | "$r_prev") ;; *) return 0 ;; esac
  done
  return 1
}

# ---------------------------------------------------------------- pieces of a plan

step() {
  plan="$plan$1$nl"
}

# a line of the journal's event: verb host id
event() {
  journal="$journal $1"
}

# What bash jobs have at the hosts $1, a lock or a waiting file: the first commit that meets it tells the journal. What has
# been told stands there; where the journal was cut, it is told again.
tell_of_bash() {
  [ "$legacy" != off ] || return 0
  for h in $1; do
    load "$h" || continue
    read_lock "$h"
    list_names "$h"
    traces=
    case $lock_is in none | "$r_stamp" | "$r_prev") ;; *) traces=$lock_is ;; esac
    for f in $found; do
      case $f in *.queued) ;; *) [ -s "$L/$f" ] || traces="$traces ${f#"$h".lock.waiting.}" ;; esac
    done
    [ -n "$traces" ] || continue
    told=$(grep -ahos "bash-seen - $h [^;]*;" journal.1 journal)
    for t in $traces; do
      case "$told$journal" in *"bash-seen - $h $t;"*) ;; *) event "bash-seen - $h $t;" ;; esac
    done
  done
}

# $1, hosts behind blanks: sets commas to the same with commas
with_commas() {
  commas=
  for h in $1; do commas=$commas,$h; done
  commas=${commas#,}
}

needs_admin() {
  [ "$role" = admin ] || { outcome="refused $verb a $role key may not: it needs the role admin"; return 1; }
}

# splits h1,h2 and checks each: sets hosts
split_hosts() {
  hosts=
  split_left=$1,
  while [ -n "$split_left" ]; do
    is_host "${split_left%%,*}" || { outcome='error usage not a host name'; return 1; }
    hosts="$hosts ${split_left%%,*}"
    split_left=${split_left#*,}
  done
}

# one commit may change a host's record once
touch_host() {
  case $touched in *" $1 "*) outcome="error usage $1 is changed twice" && return 1 ;; esac
  touched="$touched$1 "
}

# after list_own: does the place of $1 belong to the caller's tenant?
own_place() {
  [ -z "$own_tenants" ] || [ "$role" = admin ] || { outcome="refused $verb $1 belongs to tenant${own_tenants}"; return 1; }
}

own_tenant() {
  [ "$r_tenant" = "$tenant" ] || [ "$role" = admin ] || { outcome="refused $verb $1 belongs to tenant $r_tenant"; return 1; }
}

# a temporary file in .giveway with the line $1: sets tmp. It begins with a point, as no host and no id does.
write_tmp() {
  tmp_n=$((tmp_n + 1))
  tmp=.tmp.$tmp_n
  { printf '%s\n' "$1" >"$tmp"; } 2>/dev/null || { write_failed "$tmp"; return 1; }
}

# the same in L, under a name that no listing of bash's or ours shows
write_tmp_in_L() {
  tmp_n=$((tmp_n + 1))
  tmp=.giveway-tmp.$tmp_n
  { printf '%s\n' "$1" >"$L/$tmp"; } 2>/dev/null || { write_failed "$L/$tmp"; return 1; }
}

save_record() {
  write_tmp "$r_format $r_id $r_owner $r_attempt $r_tenant $r_priority $r_version $r_kind $r_state $r_token $r_stamp $r_prev $r_ttl $r_until $r_rest" &&
    step "put $tmp $1.lease"
}

# Renews the heartbeat of $1, which arrived at $2; but not for a lease that has expired.
plan_beat() {
  list_held "$1"
  for p_host in $held_by; do
    load "$p_host" || return 1
    # a request under another tenant's id would keep that one's lease alive
    own_tenant "$1" || return 1
    ! is_over 0 || { outcome="stale the lease of $p_host has expired"; return 1; }
  done
  p_beat="$(printf '%015d' "$uptime") $boot_id $2"
  if [ -e "$1.hb" ]; then
    step "beat $1 $p_beat"
  else
    # the room for it must be there before the commit point
    write_tmp "$p_beat" && step "put $tmp $1.hb"
  fi
}

# removes the heartbeat of $1, unless a lease elsewhere lives on it
drop_beat() {
  list_held "$1"
  [ -n "$held_by" ] || step "drop $1.hb"
}

drop_requests() {
  list_own "$1" "$2"
  for f in $own; do
    step "drop-request $f"
  done
}

# The stamp that bash shall see, in ns: now, where a keeper renews it; else the lease's end less LOCK_TIMEOUT, so that
# bash sees it expire with the lease; the lease's end itself, where LOCK_TIMEOUT is not known. $1: k (keeper) or -,
# r_ttl and until_end are the lease's. Sets stamp.
next_stamp() {
  left=$((until_end - uptime))
  if [ "$1" = - ] && [ "$r_ttl" -lt $left ]; then left=$r_ttl; fi
  [ "$left" -ge 0 ] || left=0
  case $legacy in
    off | -) stamp=$((wall + left * 1000000)) ;;
    *) if [ "$1" = k ]; then stamp=$wall; else stamp=$((wall + left * 1000000 - legacy * 1000000000)); fi ;;
  esac
  is_stamp "$stamp" || { outcome="error clock the wall clock gives no stamp of 19 digits"; return 1; }
}

# puts r_stamp into the lock of $1, which holds lock_is now
plan_lock() {
  write_tmp_in_L "$r_stamp" || return 1
  if [ "$lock_is" = none ]; then step "link $tmp $1 $r_stamp"; else step "swap $tmp $1 $lock_is"; fi
}

# the lock of a bash job that has expired: LOCK_TIMEOUT after its mtime, or its content, capped there
is_foreign_expired() {
  is_digits "$legacy" || return 1
  mtime=$(stat -c %.Y -- "$L/$1.lock" 2>/dev/null) || return 1
  mtime_frac=${mtime#*.}000000000
  mtime_frac=${mtime_frac%"${mtime_frac#?????????}"}
  is_stamp "${mtime%.*}$mtime_frac" || return 1
  mtime=${mtime%.*}$mtime_frac
  timeout=$((legacy * 1000000000))
  base=$mtime
  if is_stamp "$lock_is" && [ "$lock_is" -gt "$base" ]; then
    base=$lock_is
    [ "$base" -le $((mtime + timeout)) ] || base=$((mtime + timeout))
  fi
  [ "$wall" -ge $((base + timeout)) ]
}

# ---------------------------------------------------------------- verbs

# wait ID OWNER ATTEMPT PRIORITY VERSION TTL SUPERSEDES|- TARGET|- HOSTS JSON
# A place in the queue at each host. Compares nothing; doing it twice changes nothing.
v_wait() {
  [ $# -eq 10 ] && is_name "$1" && is_word "$2" && is_digits "$3" && is_priority "$4" && is_version "$5" &&
    is_digits "$6" && { [ "$7" = - ] || is_name "$7"; } && { [ "$8" = - ] || is_host "$8"; } && is_json "${10}" || return 1
  within_caps "$4" && within_hold "$6" || return 1
  q_id=$1 q_owner=$2 q_attempt=$3 q_priority=$4 q_version=$5 q_ttl=$6 q_old=$7 q_target=$8
  split_hosts "$9" || return 1
  q_hosts=$hosts
  tell_of_bash "$q_hosts"
  shift 9
  q_rest=$1
  read_beat "$q_id"
  arrival=$beat_arrival
  if [ "$beat_age" = none ]; then
    arrival=$wall
    [ "$q_old" = - ] || adopt_place || return 1
  fi
  list_own "$q_id" "$arrival"
  own_place "$q_id" || return 1
  for h in $q_hosts; do
    name=$h.lock.waiting.$arrival.$major_minor
    case " $own " in *" $name "* | *" $name.queued "*) continue ;; esac
    [ "$h" = "$q_target" ] || name=$name.queued
    write_tmp_in_L "1 $q_id $q_owner $q_attempt $tenant $q_priority $q_version lease waiting 0 $arrival 0 $q_ttl $uptime+0@$boot_id $q_rest" &&
      step "put-request $tmp $name" || return 1
  done
  plan_beat "$q_id" "$arrival" || return 1
  note=" arrival $arrival"
  [ "$beat_age" = none ] || return 0
  with_commas "$q_hosts"
  event "requested $q_id $q_owner $q_version 0 $commas $tenant $q_rest;"
}

# the place of an earlier attempt of the same job: its arrival stays, its files go
adopt_place() {
  read_beat "$q_old"
  list_own "$q_old" "$beat_arrival"
  [ -n "$own" ] || { beat_age=none && adopt_ticket; return; }
  for f in $own; do
    IFS= read -r w_line <"$L/$f" && split_record "$w_line" || { outcome="error broken-record $f"; return 1; }
    same_job "$q_owner" "$q_attempt" || { outcome="refused wait $q_old is another job"; return 1; }
    step "drop-request $f"
  done
  drop_beat "$q_old"
  arrival=$beat_arrival
  beat_age=none
}

# the seniority that a job left when it gave way, for once
adopt_ticket() {
  [ -e "$q_old.ticket" ] || return 0
  r_owner='' r_attempt='' r_tenant='' k_arrival=
  read -r r_owner r_attempt r_tenant k_arrival <"$q_old.ticket"
  is_digits "$r_attempt" && is_stamp "$k_arrival" || { outcome="error broken-record $q_old.ticket"; return 1; }
  same_job "$q_owner" "$q_attempt" || { outcome="refused wait $q_old is another job"; return 1; }
  arrival=$k_arrival
  step "drop $q_old.ticket"
}

# is r_* an attempt of the same job, and not a newer one?
same_job() {
  [ "$r_owner" = "$1" ] && [ "$r_tenant" = "$tenant" ] && [ "$r_attempt" -le "$2" ]
}

# sets major_minor as it stands in a waiting file's name
is_version() {
  case $1 in *[!A-Za-z0-9.+-]*) return 1 ;; *.*) ;; *) return 1 ;; esac
  major=${1%%.*}
  minor=${1#*.}
  minor=${minor%%[!0-9]*}
  is_digits "$major" && is_digits "$minor" || return 1
  major_minor=$major.$minor
}

# May this key claim the priority $1, and the version in major and minor, which is_version has set?
within_caps() {
  [ -z "$max_priority" ] || [ "$1" -le "$max_priority" ] ||
    { outcome="refused $verb priority $1 is above this key's max-priority, $max_priority"; return 1; }
  [ -z "$max_version" ] || [ "$major" -lt "${max_version%.*}" ] ||
    { [ "$major" -eq "${max_version%.*}" ] && [ "$minor" -le "${max_version#*.}" ]; } ||
    { outcome="refused $verb version $major_minor is above this key's max-version, $max_version"; return 1; }
}

# May a lease of this key live so many ms, or a place?
within_hold() {
  [ -z "$max_hold" ] || [ "$1" -le $((max_hold * 1000)) ] || {
    outcome="refused $verb $(($1 / 1000)) s are above this key's max-hold, $max_hold s: a shorter --max-hold, --lease-ttl or --ttl, or defaults in giveway.json"
    return 1
  }
}

# target ID HOST|-: the one host whose holder is asked to leave
v_target() {
  [ $# -eq 2 ] && is_name "$1" || return 1
  [ "$2" = - ] || is_host "$2" || return 1
  read_beat "$1"
  list_own "$1" "$beat_arrival"
  for f in $own; do
    IFS= read -r w_line <"$L/$f" && split_record "$w_line" || { outcome="error broken-record $f"; return 1; }
    own_tenant "$1" || return 1
    case $f in
      "$2".lock.waiting.*.queued) step "rename $f ${f%.queued}" ;;
      "$2".lock.waiting.* | *.queued) ;;
      *) step "rename $f $f.queued" ;;
    esac
  done
}

# unwait ID ARRIVAL|-: leaves the queue; ARRIVAL, from a name, finds the files of a request whose heartbeat is gone
v_unwait() {
  [ $# -eq 2 ] && is_name "$1" && { [ "$2" = - ] || is_stamp "$2"; } || return 1
  read_beat "$1"
  [ "$beat_age" != none ] || [ "$2" = - ] || beat_arrival=$2
  list_own "$1" "$beat_arrival"
  [ "$beat_age$own" != none ] || return 0
  # a lease without a place is ended by free
  [ -n "$own" ] || { list_held "$1" && [ -z "$held_by" ]; } || return 0
  for f in $own; do
    IFS= read -r w_line <"$L/$f" && split_record "$w_line" || { outcome="error broken-record $f"; return 1; }
    own_tenant "$1" || return 1
    step "drop-request $f"
  done
  drop_beat "$1"
  event "left $1;"
}

# take ID OWNER ATTEMPT PRIORITY VERSION TTL MAX-HOLD k|-|h held|settling new|waiting HOSTS JSON
# h is a person's hold (admin): it lives until MAX-HOLD, without heartbeats, and gives way to nobody.
v_take() {
  [ $# -eq 12 ] && is_name "$1" && is_word "$2" && is_digits "$3" && is_priority "$4" && is_version "$5" &&
    is_digits "$6" && is_digits "$7" && is_json "${12}" || return 1
  within_caps "$4" && within_hold "$6" && within_hold "$7" || return 1
  t_id=$1 t_owner=$2 t_attempt=$3 t_priority=$4 t_version=$5 t_ttl=$6 t_max=$7 t_keeper=$8 t_state=$9
  shift 9
  t_from=$1
  split_hosts "$2" || return 1
  t_hosts=$hosts
  t_rest=$3
  t_kind=lease
  case $t_keeper in k | -) ;; h) t_kind=hold t_keeper=- && needs_admin || return 1 ;; *) return 1 ;; esac
  case $t_state in held) [ "$legacy" = off ] || { outcome=conflict; return 1; } ;; settling) ;; *) return 1 ;; esac
  read_beat "$t_id"
  case $t_from/$beat_age in
    new/none) t_arrival=$wall ;;
    new/*) outcome="refused take $t_id has been used" && return 1 ;;
    waiting/none) outcome="stale the place of $t_id is gone" && return 1 ;;
    waiting/*) t_arrival=$beat_arrival ;;
    *) return 1 ;;
  esac
  t_own=
  if [ "$t_from" = waiting ]; then
    list_own "$t_id" "$t_arrival"
    own_place "$t_id" || return 1
    t_own=$own
  fi
  token=$((wall / 1000))
  for h in $t_hosts; do
    load "$h" || return 1
    [ "$token" -gt "$r_token" ] || token=$((r_token + 1))
  done
  for h in $t_hosts; do
    touch_host "$h" || return 1
    if [ "$t_from" = waiting ]; then
      # the place may have been cleared as dead, or gone with a tmpfs
      case "$t_own " in *" $h.lock.waiting."*) ;; *) outcome="stale the place of $t_id is gone" && return 1 ;; esac
    fi
    load "$h" || return 1
    may_take "$h" || return 1
    t_prev=$r_stamp
    r_format=1 r_id=$t_id r_owner=$t_owner r_attempt=$t_attempt r_tenant=$tenant r_priority=$t_priority
    r_version=$t_version r_kind=$t_kind r_state=$t_state r_token=$token r_ttl=$t_ttl
    r_until=$uptime+$t_max@$boot_id r_rest=$t_rest
    split_until "$r_until"
    next_stamp "$t_keeper" || return 1
    [ "$stamp" != "$t_prev" ] || stamp=$((stamp + 1))
    r_stamp=$stamp
    # a lock that is not there yet has no earlier stamp
    r_prev=0
    save_record "$h" && plan_lock "$h" || return 1
  done
  if [ "$t_kind/$t_state" = hold/held ]; then
    [ "$beat_age" = none ] || step "drop $t_id.hb"
  else
    plan_beat "$t_id" "$t_arrival" || return 1
  fi
  if [ "$t_state" = held ]; then
    for f in $t_own; do step "drop-request $f"; done
  fi
  note="$note arrival $t_arrival"
  with_commas "$t_hosts"
  event "$t_state $t_id $t_owner $t_version $token $commas $tenant $t_rest;"
  [ "$t_kind" = lease ] || event "hold $t_id $commas -;"
}

# is the host in r_* free for this job? Drops what an earlier holder left.
may_take() {
  case $r_state in
    none | free | lost) ;;
    *)
      if [ "$r_kind" = lease ] && same_job "$t_owner" "$t_attempt"; then
        event "superseded $r_id $1 $r_token;"
      else
        lock_delay
        is_over "$delay" || { outcome="stale $1 is held, and its lease has not expired"; return 1; }
        event "expired $r_id $1 $r_token;"
      fi
      ended="$ended $1"
      if [ "$r_id" != "$t_id" ]; then
        read_beat "$r_id"
        drop_requests "$r_id" "$beat_arrival"
        drop_beat "$r_id"
      fi
      ;;
  esac
  read_lock "$1"
  not_stray "$1" || return 1
  case $lock_is in
    none | "$r_stamp" | "$r_prev") return 0 ;;
  esac
  [ "$t_state" = settling ] && is_foreign_expired "$1" && event "bash-taken-over - $1;" && return 0
  outcome="stale the lock of $1 is another job's"
  return 1
}

not_stray() {
  [ -z "$lock_stray" ] || { outcome="error stray $1.lock is no file: remove it"; return 1; }
}

# runs the function $1 for each host in $hosts that the lease $2 holds; a host that is not its own is told as not-held
each_held() {
  each_action=$1 each_id=$2
  is_name "$each_id" || return 1
  for h in $hosts; do
    touch_host "$h" && load "$h" || return 1
    case $r_id/$r_state in
      "$each_id"/settling | "$each_id"/held | "$each_id"/quitting | "$each_id"/lost) ;;
      *) note="$note not-held=$h" && continue ;;
    esac
    own_tenant "$h" || return 1
    read_lock "$h"
    "$each_action" "$h" || return 1
  done
}

# a live lease, whose lock carries its stamp
must_be_ours() {
  [ "$r_state" != lost ] && case $lock_is in "$r_stamp" | "$r_prev") ;; *) false ;; esac || { outcome=conflict; return 1; }
}

must_live() {
  ! is_over 0 || { outcome="stale the lease of $1 has expired"; return 1; }
}

set_rest() {
  [ "$1" = - ] || r_rest=$1
}

# held ID HOSTS JSON|-: settled; the request's files go
v_held() {
  [ $# -eq 3 ] && is_rest "$3" && split_hosts "$2" || return 1
  new_rest=$3
  each_held settle_one "$1" || return 1
  case $note in *not-held=*) outcome=conflict && return 1 ;; esac
  read_beat "$1"
  drop_requests "$1" "$beat_arrival"
  if [ "$r_kind" = hold ]; then
    [ "$beat_age" = none ] || step "drop $1.hb"
  else
    plan_beat "$1" "$beat_arrival" || return 1
  fi
  event "held $1;"
}
settle_one() {
  must_be_ours && must_live "$1" && [ "$r_state" = settling ] || { outcome=conflict; return 1; }
  r_state=held
  set_rest "$new_rest"
  save_record "$1"
}

# renew ID HOSTS k|- JSON|-: a new stamp for bash; puts back a lock that is missing, which in legacy mode settles again
v_renew() {
  [ $# -eq 4 ] && is_rest "$4" && split_hosts "$2" || return 1
  case $3 in k | -) ;; *) return 1 ;; esac
  new_keeper=$3 new_rest=$4
  each_held renew_one "$1"
}
renew_one() {
  [ "$r_state" = lost ] || must_live "$1" || return 1
  renew_living "$1"
}
# of a lease that is known to live
renew_living() {
  [ "$r_state" != lost ] || { outcome=conflict; return 1; }
  case $lock_is in
    none)
      not_stray "$1" || return 1
      [ "$legacy" = off ] || [ "$r_state" = quitting ] || r_state=settling
      note="$note put-back=$1"
      event "put-back $r_id $1;"
      ;;
    "$r_stamp" | "$r_prev") ;;
    *) outcome=conflict && return 1 ;;
  esac
  set_rest "$new_rest"
  r_before=$r_stamp
  next_stamp "$new_keeper" || return 1
  [ "$lock_is" != "$r_prev" ] || r_before=$r_prev
  r_stamp=$stamp
  r_prev=$r_before
  [ "$lock_is" != none ] || r_prev=0
  save_record "$1" && plan_lock "$1"
}

# tell ID HOSTS JSON: the holder has been asked to leave; said once
v_tell() {
  [ $# -eq 3 ] && is_json "$3" && split_hosts "$2" || return 1
  new_rest=$3
  each_held tell_one "$1" && event "told $1 $2 $3;"
}
tell_one() {
  must_be_ours && [ "$r_state" = held ] || { outcome=conflict; return 1; }
  r_state=quitting
  set_rest "$new_rest"
  save_record "$1"
}

# keep ID HOSTS TTL k|-|h JSON|-: from now on the lease lives so long without a sign of life, with a keeper or without;
# with h it is a hold, which ends so long from now, and gives way to nobody
v_keep() {
  [ $# -eq 5 ] && is_digits "$3" && is_rest "$5" && split_hosts "$2" || return 1
  case $4 in k | - | h) ;; *) return 1 ;; esac
  within_hold "$3" || return 1
  new_ttl=$3 new_living=$4 new_keeper=${4%h} new_rest=$5
  new_keeper=${new_keeper:--}
  each_held keep_one "$1" || return 1
  read_beat "$1"
  [ "$beat_age" != none ] || return 0
  if [ "$new_living" = h ]; then
    case $note in *not-held=*) ;; *) step "drop $1.hb" ;; esac
    event "hold $1 $2 $5;"
  else
    plan_beat "$1" "$beat_arrival" || return 1
  fi
}
keep_one() {
  # by the ttl that it has had: its last sign of life may be older than the new one, which counts from now
  must_live "$1" || return 1
  r_ttl=$new_ttl
  if [ "$new_living" = h ]; then
    [ "$r_state" != settling ] || { outcome=conflict; return 1; }
    r_kind=hold r_state=held
    end_within "$new_ttl"
  fi
  renew_living "$1"
}

# the lease in r_* ends $1 ms from now at the latest: sets r_until, whose start stays, and until_end
end_within() {
  [ $((uptime + $1)) -lt "$until_end" ] || return 0
  until_end=$((uptime + $1))
  r_until=$until_start+$((until_end - until_start))@$boot_id
}

# evict ID HOSTS GRACE JSON: ends a lease that lives (admin). It is told now, and over after the grace and a ttl, 2 minutes
# at most, within which whoever beats for it must notice.
v_evict() {
  [ $# -eq 4 ] && is_digits "$3" && is_json "$4" && split_hosts "$2" && needs_admin || return 1
  new_grace=$3 new_rest=$4
  each_held evict_one "$1" && event "evicted $1 $2 $4;"
}
evict_one() {
  must_be_ours && must_live "$1" && [ "$r_kind" = lease ] || { outcome=conflict; return 1; }
  evict_rest=$r_ttl
  [ "$evict_rest" -le 120000 ] || evict_rest=120000
  r_state=quitting
  end_within $((new_grace + evict_rest))
  set_rest "$new_rest"
  save_record "$1"
}

# note ID HOSTS JSON: what people shall know of a lease
v_note() {
  [ $# -eq 3 ] && is_json "$3" && split_hosts "$2" || return 1
  new_rest=$3
  each_held note_one "$1" && event "noted $1 $2 $3;"
}
note_one() {
  must_live "$1" && set_rest "$new_rest" && save_record "$1"
}

# amend ID PRIORITY|- JSON|-: changes what the files of a waiter say (admin)
v_amend() {
  [ $# -eq 3 ] && is_name "$1" && { [ "$2" = - ] || is_priority "$2"; } && is_rest "$3" && needs_admin || return 1
  read_beat "$1"
  list_own "$1" "$beat_arrival"
  [ -n "$own" ] || { outcome="stale the place of $1 is gone"; return 1; }
  for f in $own; do
    IFS= read -r w_line <"$L/$f" && split_record "$w_line" || { outcome="error broken-record $f"; return 1; }
    [ "$2" = - ] || r_priority=$2
    set_rest "$3"
    write_tmp_in_L "$r_format $r_id $r_owner $r_attempt $r_tenant $r_priority $r_version $r_kind $r_state $r_token $r_stamp $r_prev $r_ttl $r_until $r_rest" &&
      step "put-request $tmp $f" || return 1
  done
  event "amended $1 $2 $3;"
}

# free ID HOSTS end|place|ticket JSON|-: gives back; `place` keeps the place in the queue, `ticket` lets the same job have its
# seniority again
v_free() {
  [ $# -eq 4 ] && is_rest "$4" && split_hosts "$2" || return 1
  case $3 in end | place | ticket) ;; *) return 1 ;; esac
  new_rest=$4 freed_owner=
  each_held free_one "$1" || return 1
  if [ "$3" != place ]; then
    read_beat "$1"
    if [ "$3" = ticket ] && [ -n "$freed_owner" ] && [ "$beat_arrival" != 0 ]; then
      write_tmp "$freed_owner $beat_arrival" && step "put $tmp $1.ticket" || return 1
    fi
    list_own "$1" "$beat_arrival"
    own_place "$1" || return 1
    for f in $own; do
      step "drop-request $f"
    done
    [ "$beat_age" = none ] || drop_beat "$1"
  fi
}
free_one() {
  ended="$ended $1"
  [ "$r_state" != lost ] || note="$note lost=$1"
  event "released $r_id $1 $r_token $r_state;"
  freed_owner="$r_owner $r_attempt $r_tenant"
  give_up "$1"
}

# the record in r_* becomes that of a free host
give_up() {
  r_state=free
  # since when the host is free
  r_until=$uptime+0@$boot_id
  set_rest "$new_rest"
  save_record "$1" || return 1
  case $lock_is in none) ;; "$r_stamp" | "$r_prev") step "drop-lock $1 $lock_is" ;; esac
}

# clear ID NAME: the files of a waiter that is dead; NAME is one of them
v_clear() {
  [ $# -eq 2 ] && is_name "$1" || return 1
  case $2 in *[!A-Za-z0-9._-]* | [!A-Za-z0-9]*) return 1 ;; *.lock.waiting.*) ;; *) return 1 ;; esac
  [ -f "$L/$2" ] || return 0
  IFS= read -r w_line <"$L/$2" && split_record "$w_line" || { outcome="error broken-record $2"; return 1; }
  [ "$r_id" = "$1" ] && [ "$r_state" = waiting ] || { outcome=conflict; return 1; }
  read_beat "$1"
  [ "$beat_age" = none ] || [ "$beat_age" -gt "$r_ttl" ] || { outcome="stale $1 is alive"; return 1; }
  drop_requests "$1" "$r_stamp"
  drop_beat "$1"
  event "cleared $1 $r_owner;"
}

# expire HOST JSON|-: ends a lease whose holder is past its ttl and lock delay
v_expire() {
  [ $# -eq 2 ] && is_rest "$2" && is_host "$1" && touch_host "$1" && load "$1" || return 1
  case $r_state in settling | held | quitting) ;; *) outcome=conflict && return 1 ;; esac
  lock_delay
  is_over "$delay" || { outcome="stale $1 is held, and its lease has not expired"; return 1; }
  ended="$ended $1"
  read_beat "$r_id"
  drop_requests "$r_id" "$beat_arrival"
  drop_beat "$r_id"
  read_lock "$1"
  new_rest=$2
  event "expired $r_id $1 $r_token;"
  give_up "$1"
}

# lose HOST JSON|-: another job's lock stands over a live record; lost never comes back
v_lose() {
  [ $# -eq 2 ] && is_rest "$2" && is_host "$1" && touch_host "$1" && load "$1" || return 1
  read_lock "$1"
  case $r_state in settling | held | quitting) ;; *) outcome=conflict && return 1 ;; esac
  case $lock_is in none | "$r_stamp" | "$r_prev") outcome=conflict && return 1 ;; esac
  r_state=lost
  set_rest "$2"
  event "lost $r_id $1 $r_token;"
  save_record "$1"
}

# mend WHAT NAME: takes away what nobody needs any more: the heartbeat of nobody (`beat`) and a ticket that nobody has spent
# (`ticket`), after a day; a lock that its lease has left (`lock`); `temporary` files go with every commit.
v_mend() {
  [ $# -eq 2 ] || return 1
  case $1 in
    beat | ticket) is_name "$2" && "mend_$1" "$2" ;;
    lock) is_host "$2" && mend_lock "$2" ;;
    temporary) step 'drop .tmp.0' ;;
    *) return 1 ;;
  esac
}
mend_beat() {
  read_beat "$1"
  [ "$beat_age" != none ] || return 0
  list_own "$1" "$beat_arrival"
  list_held "$1"
  [ -z "$own$held_by" ] && [ "$beat_age" -ge 86400000 ] || { outcome="stale somebody may need the heartbeat of $1"; return 1; }
  step "drop $1.hb"
}
mend_ticket() {
  [ -f "$1.ticket" ] || return 0
  mtime=$(stat -c %Y "$1.ticket") && is_digits "$mtime" && [ $((wall / 1000000000 - mtime)) -ge 86400 ] ||
    { outcome="stale the ticket $1 is younger than a day"; return 1; }
  step "drop $1.ticket"
}
mend_lock() {
  touch_host "$1" && load "$1" || return 1
  read_lock "$1"
  case $r_state/$lock_is in
    */none) ;;
    free/"$r_stamp" | free/"$r_prev" | lost/"$r_stamp" | lost/"$r_prev") step "drop-lock $1 $lock_is" ;;
    *) outcome=conflict && return 1 ;;
  esac
}

# fixed WHAT NAME HOSTS|-: the journal says that the other verbs of this commit mended something; alone it is nothing
v_fixed() {
  [ $# -eq 3 ] && is_plain "$1" && is_plain "$2" && { [ "$3" = - ] || split_hosts "$3"; } || return 1
  event "fixed $1 $2 $3;"
}

# legacy SECONDS|- FOLDER|.: the pool is shared with bash jobs (admin); never turned off
v_legacy() {
  needs_admin || return 1
  [ $# -eq 2 ] && { [ "$1" = - ] || is_digits "$1"; } || return 1
  l_dir=$2
  # grep's lines are split at the first colon
  case $l_dir in *:*) return 1 ;; . | /*) ;; *) return 1 ;; esac
  if [ "$l_dir" != "${m_dir:-.}" ]; then
    is_unused || { outcome='refused legacy the lock folder cannot change while a host is held or wanted'; return 1; }
  fi
  if [ "$l_dir" != . ]; then
    mkdir -p -- "$l_dir" || { outcome="error write cannot make $l_dir"; return 1; }
    l_owner=$D
    [ ! -e "$l_dir/.giveway-owner" ] || IFS= read -r l_owner <"$l_dir/.giveway-owner"
    [ "$l_owner" = "$D" ] || { outcome="refused legacy $l_dir belongs to the pool $l_owner"; return 1; }
    { printf '%s\n' "$D" >"$l_dir/.giveway-owner"; } 2>/dev/null || { outcome="error write cannot write in $l_dir"; return 1; }
  fi
  write_tmp "$1 $l_dir" && step "put $tmp legacy" && event "legacy $1;"
}

is_unused() {
  list_names '*'
  [ -z "$found" ] || return 1
  set +f
  set -- *.lease
  set -f
  for f in "$@"; do
    [ -e "$f" ] || continue
    load "${f%.lease}" || return 1
    case $r_state in none | free | lost) ;; *) return 1 ;; esac
  done
}

# ---------------------------------------------------------------- start

# makes D/.giveway where it is missing; two programs may do so at once
make_pool() {
  [ -d .giveway ] || mkdir -m 2775 .giveway 2>/dev/null || [ -d .giveway ] || {
    why_write_fails .giveway
    fail_start write "$why"
  }
  cd .giveway || fail_start unreadable 'cannot enter .giveway'
  [ -e gen ] || first_gen 9<. || fail_start write "${why:-the folder could not be locked}"
}

first_gen() {
  flock -w "$guard_wait" 9 || { why='the folder could not be locked'; return 1; }
  [ ! -e gen ] || return 0
  L=.. legacy=off r_stamp=0
  case $D/ in /run/* | /var/run/*) first_mode=- ;; *) if has_bash_trace; then first_mode=-; else first_mode=; fi ;; esac
  if [ -n "$first_mode" ] && [ ! -e legacy ]; then
    { printf '%s\n' '- .' >.tmp.1 && mv -fT .tmp.1 legacy; } 2>/dev/null || { why_write_fails gen; return 1; }
  fi
  { printf '%015d %s\n' 0 1000000000000000000 >.tmp.1 && mv -fT .tmp.1 gen; } 2>/dev/null || { why_write_fails gen; return 1; }
}

main() {
  role=job tenant=- clock_file=/proc/uptime boot_file=/proc/sys/kernel/random/boot_id guard_wait=10 nfs=refuse
  max_priority='' max_version='' max_hold=''
  [ $# -ge 1 ] || fail_start usage 'a folder is needed'
  D=$1
  shift
  # sent along by a client that brought this program with it
  [ "$D" != - ] || IFS= read -r D || fail_start usage 'a folder is needed'
  for option in "$@"; do
    case $option in
      role=job | role=read | role=admin) role=${option#*=} ;;
      tenant=*) tenant=${option#*=} && is_name "$tenant" || fail_start usage 'tenant: letters, digits, _ and - only' ;;
      max-priority=*)
        max_priority=${option#*=} && is_priority "$max_priority" || fail_start usage 'max-priority: a whole number'
        ;;
      max-version=*)
        max_version=${option#*=} && is_version "$max_version" && [ "$max_version" = "$major_minor" ] ||
          fail_start usage 'max-version: MAJOR.MINOR'
        ;;
      max-hold=*)
        max_hold=${option#*=}
        is_digits "$max_hold" && [ ${#max_hold} -le 9 ] && [ "$max_hold" -ge 1 ] || fail_start usage 'max-hold: seconds'
        ;;
      clock=/*) clock_file=${option#*=} ;;
      boot=/*) boot_file=${option#*=} ;;
      guard-wait=*) guard_wait=${option#*=} && is_digits "$guard_wait" || fail_start usage 'guard-wait: seconds' ;;
      nfs=allow) nfs=allow ;;
      *) fail_start usage "unknown option: $option" ;;
    esac
  done
  for tool in flock mv ln rm grep date stat mkdir tail cat; do
    command -v "$tool" >/dev/null 2>&1 || fail_start missing-tool "$tool"
  done
  # sshd tells what was asked for where a key is bound to this program: a giveway client names giveway
  case ${SSH_ORIGINAL_COMMAND-giveway} in
    *giveway*) ;;
    *)
      # for people: not on standard output, which sftp and the like take for their own protocol
      printf '%s\n' "giveway: this key is for giveway only, with the role $role: no shell, no files, no other command" >&2
      exit 3
      ;;
  esac
  cd -- "$D" 2>/dev/null || {
    [ -e "$D" ] && fail_start unreadable 'it is no folder, or may not be entered'
    fail_start no-folder 'there is no such folder'
  }
  D=$(pwd -P)
  case $(stat -f -c %T . 2>/dev/null) in
    nfs*) [ "$nfs" = allow ] || fail_start nfs 'it is on NFS, where locks cannot be trusted' ;;
  esac
  make_pool
  read_uptime || fail_start clock "the clock cannot be read: $clock_file"
  read_wall || fail_start missing-tool 'date with %N (GNU coreutils)'
  printf 'giveway-program %s %s %s\n' "$protocol" "$role" "$tenant"
  while read -r seq request a b; do
    is_digits "$seq" || exit 4
    outcome=
    case $request in
      snapshot) do_snapshot ;;
      look) do_look "$a${b:+ $b}" ;;
      beat) do_beat "$a" "$b" ;;
      commit) do_commit "$a" ;;
      journal) do_journal "$a" ;;
      list) do_list ;;
      *) outcome="error usage unknown request" ;;
    esac
    printf '= %s %s\n' "$seq" "$outcome"
  done
}

main "$@"
}
