# shellcheck shell=sh
# `A && B || C` is meant as it runs: C wherever A or B fails.
# shellcheck disable=SC2015
# Sets up a pool on this machine: account, group and folder, the program, settings, a key. POSIX sh (dash, bash, busybox
# ash). It is safe to run again: what is right already stays as it is, and that is said.
#
# Inputs are parameters name=value, or, where the first parameter is -, lines on standard input: the folder, then
# name=value, then `go`. They are data: nothing of them is ever run. Two lines begin with @: there
# src/init/setup-script.ts puts the texts of program.sh and add-key.sh.
#
# What it did goes to standard output, one line each: giveway-init WHAT TEXT. WHAT is `made`, `kept` (was right already),
# `left` (needs an admin), `note`, `failed`, and for the client `user`, `host-key` and `end`.

# One group, closed by the last line: a shell runs nothing of a script that was cut short.
{
LC_ALL=C
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
export LC_ALL PATH
set -fu
umask 022
unset SSH_ORIGINAL_COMMAND

put_program() {
  cat <<'GIVEWAY_PROGRAM_ENDS'
@program.sh
GIVEWAY_PROGRAM_ENDS
}

put_add_key() {
  cat <<'GIVEWAY_ADD_KEY_ENDS'
@add-key.sh
GIVEWAY_ADD_KEY_ENDS
}

# ---------------------------------------------------------------- small things

say() {
  printf 'giveway-init %s %s\n' "$1" "$2"
}

failed() {
  say failed "$1"
  exit 3
}

# sets quoted: $1 as one word of a shell's
quote() {
  case $1 in
    '' | *[!A-Za-z0-9/._=:@-]*) ;;
    *) quoted=$1 && return 0 ;;
  esac
  q_rest=$1 quoted=
  while :; do
    case $q_rest in *\'*) ;; *) break ;; esac
    quoted=$quoted${q_rest%%\'*}"'\\''"
    q_rest=${q_rest#*\'}
  done
  quoted="'$quoted$q_rest'"
}

# sets escaped: $1 as it stands between double quotes, where the only escape is \" (mode key) or C's, and % is %% (tmpfiles)
escape() {
  e_rest=$1 escaped=
  while [ -n "$e_rest" ]; do
    e_char=${e_rest%"${e_rest#?}"}
    e_rest=${e_rest#?}
    case $2$e_char in *\" | tmpfiles\\) escaped=$escaped\\ ;; tmpfiles%) escaped=$escaped% ;; esac
    escaped=$escaped$e_char
  done
}

is_root() {
  [ "$uid" -eq 0 ]
}

has_user() {
  id -u "$1" >/dev/null 2>&1
}

has_group() {
  if command -v getent >/dev/null 2>&1; then getent group "$1" >/dev/null; else grep -q "^$1:" /etc/group; fi
}

# runs a command as the pool's account
as_user() {
  if [ "$user" = "$me" ] || ! is_root; then "$@"; else runuser -u "$user" -- "$@"; fi
}

read_inputs() {
  folder='' user='' group='' settings='' key='' role=job tenant='' max_priority='' max_version='' max_hold='' lock_timeout='' locks='' nfs=''
  if [ "${1-}" = - ]; then
    IFS= read -r folder || exit 4
    while :; do
      IFS= read -r input || exit 4
      [ "$input" != go ] || break
      read_input "$input"
    done
  else
    for input in "$@"; do read_input "$input"; done
  fi
  case $folder in /*) ;; *) failed 'the folder needs a path that begins with /' ;; esac
}

read_input() {
  case $1 in
    folder=*) folder=${1#*=} ;;
    user=*) user=${1#*=} ;;
    group=*) group=${1#*=} ;;
    settings=*) settings=${1#*=} ;;
    key=*) key=${1#*=} ;;
    role=*) role=${1#*=} ;;
    tenant=*) tenant=${1#*=} ;;
    max-priority=*) max_priority=${1#*=} ;;
    max-version=*) max_version=${1#*=} ;;
    max-hold=*) max_hold=${1#*=} ;;
    lock-timeout=*) lock_timeout=${1#*=} ;;
    locks=*) locks=${1#*=} ;;
    nfs=allow) nfs=nfs=allow ;;
    *) failed "unknown input: $1" ;;
  esac
}

# ---------------------------------------------------------------- account and folder

ensure_account() {
  if [ -n "$group" ] && ! has_group "$group"; then
    is_root || { say left "make the group: groupadd --system $group" && stop; }
    why=$(groupadd --system -- "$group" 2>&1) || failed "cannot make the group $group: $why"
    say made "the group $group"
  fi
  if ! has_user "$user"; then
    # a star for the password: no login by one, and yet not a locked account, which sshd may refuse altogether
    is_root || { say left "make the account: useradd --system --create-home --shell /bin/sh --password '*' $user" && stop; }
    why=$(useradd --system --create-home --shell /bin/sh --password '*' -- "$user" 2>&1) ||
      failed "cannot make the account $user: $why"
    say made "the account $user"
  fi
  [ -n "$group" ] && [ "$(id -u "$user")" -ne 0 ] || return 0
  case " $(id -Gn "$user") " in *" $group "*) return 0 ;; esac
  is_root || { say left "put $user into the group: usermod -aG $group $user" && stop; }
  why=$(usermod -aG "$group" -- "$user" 2>&1) || failed "cannot put $user into the group $group: $why"
  say made "put $user into the group $group"
}

# are there files in $1 that are not a pool's?
has_other_files() (
  set +f
  for f in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    [ -e "$f" ] || [ -L "$f" ] || continue
    case ${f##*/} in .giveway | .giveway-* | giveway.json | *.lock | *.lock.waiting.* | lost+found) ;; *) exit 0 ;; esac
  done
  exit 1
)

# A folder that the group may write in, whose files are the group's: $1 the path, $2 what it is. An existing one gets what
# it lacks and no more.
ensure_folder() {
  quote "$1"
  f_changed=
  if [ ! -e "$1" ] && [ ! -L "$1" ]; then
    why=$(mkdir -p -- "$1" 2>&1) || {
      say left "make $2: mkdir -p $quoted && chgrp ${group:-GROUP} $quoted && chmod 2775 $quoted ($why)"
      stop
    }
    f_changed=made
  fi
  [ -d "$1" ] || failed "$1 is no folder"
  [ ! -k "$1" ] || failed "$1 has the sticky bit (t), but jobs must replace each other's files: name a folder inside of it"
  f_group=$(stat -c %G -- "$1")
  f_mode=$(stat -c %a -- "$1")
  f_wanted=${group:-$f_group}
  if [ "$f_group" = "$f_wanted" ] && [ -g "$1" ]; then
    case $f_mode in *7?) say kept "$2 $1 (mode $f_mode, group $f_group)" && return 0 ;; esac
  fi
  ! has_other_files "$1" || failed "$1 has files that are not a pool's, and its group and mode would have to change: name a folder of its own"
  why=
  [ "$f_group" = "$f_wanted" ] || why=$(chgrp -- "$f_wanted" "$1" 2>&1) || {
    say left "give $2 to the group: chgrp $f_wanted $quoted && chmod g+rwxs $quoted ($why)"
    return 0
  }
  if [ -n "$f_changed" ]; then f_chmod=2775; else f_chmod=g+rwxs; fi
  # the system takes the s away without a word where the group is not one's own
  why=$(chmod "$f_chmod" -- "$1" 2>&1) && [ -g "$1" ] || {
    say left "let the group write in $2: chmod g+rwxs $quoted ($why)"
    return 0
  }
  say made "$2 $1 (mode $(stat -c %a -- "$1"), group $f_wanted)"
}

# On a tmpfs a folder is gone after a reboot: systemd makes it again before anybody else does.
ensure_at_boot() {
  case $(stat -f -c %T -- "$1") in tmpfs | ramfs) ;; *) return 0 ;; esac
  b_path=$(cd -- "$1" && pwd -P)
  escape "$b_path" tmpfiles
  b_line="d \"$escaped\" $(stat -c '%a %U %G' -- "$1") -"
  b_file=/etc/tmpfiles.d/giveway-$(printf '%s' "$b_path" | cksum | cut -d ' ' -f 1).conf
  b_have=
  [ ! -e "$b_file" ] || IFS= read -r b_have <"$b_file"
  if [ "$b_have" = "$b_line" ]; then
    say kept "$b_file, by which $1 is made again at boot"
  elif is_root && [ -d /etc/tmpfiles.d ]; then
    printf '%s\n' "$b_line" >"$b_file" || failed "cannot write $b_file"
    say made "$b_file, by which $1 is made again at boot"
  else
    say left "have $1 made again at boot, for it is on a tmpfs; with systemd by a file in /etc/tmpfiles.d with the line: $b_line"
  fi
  [ "$1" != "$folder" ] ||
    say note "$1 is on a tmpfs: a reboot takes fencing tokens, settings and a LOCK_TIMEOUT away. Better keep the pool on a disk, and name a tmpfs of bash jobs by --locks"
}

# ---------------------------------------------------------------- program, settings, pool

# Where no job can write: root's, or at least outside of the folder and out of its group's reach.
install_program() {
  if is_root; then p_dir=/usr/local/lib/giveway; else p_dir=$(home_of "$me")/.local/lib/giveway; fi
  program=$p_dir/program.sh
  if [ -f "$program" ] && [ "$(put_program)" = "$(cat -- "$program")" ]; then
    say kept "the program $program"
    return 0
  fi
  p_what=installed
  [ ! -e "$program" ] || p_what=replaced
  why=$(mkdir -p -- "$p_dir" 2>&1) || failed "cannot make $p_dir: $why"
  # a program that runs keeps the old file
  { put_program >"$program.new" && chmod 644 "$program.new" && mv -f -- "$program.new" "$program"; } ||
    failed "cannot write $program"
  say made "$p_what the program $program"
}

passwd_of() {
  if command -v getent >/dev/null 2>&1; then getent passwd "$1"; else grep "^$1:" /etc/passwd; fi
}

home_of() {
  h_line=$(passwd_of "$1")
  h_line=${h_line%:*}
  printf '%s\n' "${h_line##*:}"
}

write_settings() {
  [ -n "$settings" ] || return 0
  s_file=$folder/giveway.json
  if [ -e "$s_file" ]; then
    s_have=$(cat -- "$s_file")
    [ "$s_have" != "$settings" ] || { say kept "$s_file" && return 0; }
    case $s_have in
      # what an earlier init wrote; everything else is somebody's own work
      '{"hosts":['*']}') case ${s_have#?} in *[\{\}:]*[\{\}:]*[\{\}:]*) s_own= ;; *) s_own=yes ;; esac ;;
      *) s_own= ;;
    esac
    [ -n "$s_own" ] || { say left "change $s_file by hand, for it says more than the hosts: $settings" && return 0; }
  fi
  # as the account: members of the group could put a link there, and root would write to wherever it leads
  # shellcheck disable=SC2016 # its own parameters
  as_user sh -c 'printf "%s\n" "$1" >"$2.new" && chmod 664 "$2.new" && mv -f -- "$2.new" "$2"' sh "$settings" "$s_file" ||
    failed "cannot write $s_file"
  say made "$s_file: $settings"
}

# sets reply to what the program says to the lines given; it runs as the account that the keys will run it as
ask_program() {
  # shellcheck disable=SC2086 # nfs is nothing or one word
  reply=$(printf '%s\n' "$@" | as_user sh "$program" "$folder" role=admin $nfs 2>&1)
  case $reply in
    *'giveway-program '*) ;;
    *) failed "the program cannot use $folder as $user: ${reply#giveway-error }" ;;
  esac
}

start_pool() {
  s_was=
  [ ! -e "$folder/.giveway/gen" ] || s_was=yes
  ask_program '1 look'
  case $reply in *'= 1 ok') ;; *) failed "the program cannot use $folder as $user: ${reply##*= 1 }" ;; esac
  if [ -n "$s_was" ]; then say kept "the pool, which $user can use"; else say made "the pool, which $user can use"; fi
}

set_legacy() {
  [ -n "$lock_timeout" ] || return 0
  l_timeout='' l_dir=.
  [ ! -e "$folder/.giveway/legacy" ] || read -r l_timeout l_dir <"$folder/.giveway/legacy"
  l_wanted="$lock_timeout ${locks:-$l_dir}"
  if [ "$l_timeout $l_dir" = "$l_wanted" ]; then
    say kept "legacy mode: LOCK_TIMEOUT $lock_timeout s, locks in ${locks:-$l_dir}"
    return 0
  fi
  ask_program '1 commit 999999999999999999' "verb legacy $l_wanted" go
  case $reply in
    *'= 1 committed '*) say made "legacy mode: LOCK_TIMEOUT $lock_timeout s, locks in ${locks:-$l_dir}" ;;
    *) failed "legacy mode: ${reply##*= 1 }" ;;
  esac
}

# ---------------------------------------------------------------- key

# A login by this key runs the program, whatever the client asks for, and nothing else: no terminal, no forwarding.
add_key() {
  [ -n "$key" ] || return 0
  if [ "$user" != "$me" ] && ! is_root; then
    say left "add the key as $user or root, not as $me"
    return 0
  fi
  case $(passwd_of "$user") in
    */nologin | */false) say left "give $user a shell, by which sshd starts the program: usermod -s /bin/sh $user" ;;
  esac
  quote "$program"
  k_command="exec sh $quoted"
  quote "$folder"
  k_command="$k_command $quoted role=$role"
  for option in ${tenant:+"tenant=$tenant"} ${max_priority:+"max-priority=$max_priority"} \
    ${max_version:+"max-version=$max_version"} ${max_hold:+"max-hold=$max_hold"} $nfs; do
    k_command="$k_command $option"
  done
  escape "$k_command" key
  k_rest=${key#* }
  as_user sh -c "$(put_add_key)" giveway-init "$(home_of "$user")" "${key%% *}" "${k_rest%% *}" \
    "restrict,command=\"$escaped\" $key" || exit 3
}

tell_host_keys() {
  for f in /etc/ssh/ssh_host_ed25519_key.pub /etc/ssh/ssh_host_ecdsa_key.pub /etc/ssh/ssh_host_rsa_key.pub; do
    [ -r "$f" ] || continue
    read -r t b _ <"$f"
    say host-key "$t $b"
  done
}

# the rest cannot be done before an admin has done the last thing that was said
stop() {
  say note 'then run init again: the rest needs that'
  say end stopped
  exit 0
}

read_inputs "$@"
cd /
me=$(id -un)
uid=$(id -u)
user=${user:-$me}
[ "$user" = "$me" ] || ! is_root || command -v runuser >/dev/null 2>&1 ||
  failed "runuser (util-linux) is needed to act as $user: install it, or run init as $user"
ensure_account
[ -n "$group" ] || [ -e "$folder" ] || group=$(id -gn "$user")
ensure_folder "$folder" 'the folder'
[ -z "$locks" ] || ensure_folder "$locks" 'the folder of the locks'
ensure_at_boot "$folder"
[ -z "$locks" ] || ensure_at_boot "$locks"
install_program
start_pool
write_settings
set_legacy
add_key
say user "$user"
tell_host_keys
say end complete
exit 0
}
