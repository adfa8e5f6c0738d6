# shellcheck shell=sh
# `A && B || C` is meant as it runs: C wherever A or B fails.
# shellcheck disable=SC2015
# Puts one key into ~/.ssh/authorized_keys, as the account that it is for: a link in another's home leads a program of
# root's anywhere. src/init/init.sh runs it; every input is data.
#
# usage: sh -c "$(cat add-key.sh)" giveway-init HOME TYPE BASE64 LINE

{
LC_ALL=C
export LC_ALL
set -fu
umask 077

say() {
  printf 'giveway-init %s %s\n' "$1" "$2"
}

failed() {
  say failed "$1"
  exit 3
}

is_key_type() {
  case $1 in ssh-* | ecdsa-* | sk-*) ;; *) return 1 ;; esac
}

# splits a line as sshd does: sets k_options, k_type and k_blob; fails where the line has no key
split_line() {
  k_options='' k_type='' k_blob=''
  k_rest=${1#"${1%%[! 	]*}"}
  case $k_rest in '' | '#'*) return 1 ;; esac
  if ! is_key_type "${k_rest%%[ 	]*}"; then
    # the options end at the first blank outside of quotes; a quote behind a backslash is none
    k_quoted=
    while :; do
      if [ -n "$k_quoted" ]; then k_part=${k_rest%%\"*}; else k_part=${k_rest%%[ 	\"]*}; fi
      [ "$k_part" != "$k_rest" ] || return 1
      k_options=$k_options$k_part
      k_rest=${k_rest#"$k_part"}
      case $k_rest in [!\"]*) break ;; esac
      k_rest=${k_rest#?}
      k_options=$k_options\"
      case $k_part in *\\) ;; *) if [ -n "$k_quoted" ]; then k_quoted=; else k_quoted=yes; fi ;; esac
    done
  fi
  # shellcheck disable=SC2086 # split on purpose; globbing is off
  set -- $k_rest
  k_type=${1-} k_blob=${2-}
}

# did init write these options?
is_ours() {
  case $1 in 'restrict,command="exec sh '*/giveway/program.sh*) ;; *) return 1 ;; esac
}

# prints the file's lines with the new one in place of the key's old one, or behind all others
new_lines() {
  placed=
  while IFS= read -r old || [ -n "$old" ]; do
    case $old in
      *"$blob"*)
        if split_line "$old" && [ "$k_type $k_blob" = "$type $blob" ]; then
          [ -n "$placed" ] || printf '%s\n' "$line"
          placed=yes
          continue
        fi
        ;;
    esac
    printf '%s\n' "$old"
  done
  [ -n "$placed" ] || printf '%s\n' "$line"
}

# looks for the key: sets old_line to the first line that has it and old_count to how many have
find_key() {
  old_line='' old_count=0 number=0
  [ -e "$file" ] || return 0
  while IFS= read -r old || [ -n "$old" ]; do
    number=$((number + 1))
    case $old in *"$blob"*) ;; *) continue ;; esac
    split_line "$old" && [ "$k_type $k_blob" = "$type $blob" ] || continue
    is_ours "$k_options" ||
      failed "this key stands in $file already, in line $number, which init did not write: sshd would go by that line. Make a key of its own for the jobs, or take that line away"
    [ $old_count -gt 0 ] || old_line=$old
    old_count=$((old_count + 1))
  done <"$file"
}

home=$1 type=$2 blob=$3 line=$4
[ -d "$home" ] || failed "there is no home folder $home"
if [ ! -d "$home/.ssh" ]; then
  why=$(mkdir -m 700 -- "$home/.ssh" 2>&1) || failed "cannot make $home/.ssh: $why"
fi
file=$home/.ssh/authorized_keys
# a link stays a link
[ ! -L "$file" ] || file=$(readlink -f -- "$file") || failed "$home/.ssh/authorized_keys is a link that leads nowhere"
[ ! -e "$file" ] || { [ -f "$file" ] && [ -r "$file" ]; } || failed "$file cannot be read"
find_key

if [ $old_count -eq 1 ] && [ "$old_line" = "$line" ]; then
  say kept "the key in $file"
else
  tmp=$file.giveway-new
  if [ -e "$file" ]; then
    # with the mode of the file that it replaces
    why=$(cp -p -- "$file" "$tmp" 2>&1) || failed "cannot write beside $file: $why"
    new_lines <"$file" >"$tmp"
  else
    new_lines </dev/null >"$tmp"
  fi && mv -f -- "$tmp" "$file" || failed "cannot write $file"
  if [ $old_count -gt 0 ]; then
    say made "replaced the key's line in $file, which was: $old_line"
  else
    say made "added the key to $file"
  fi
fi

for path in "$home" "$home/.ssh" "$file"; do
  case $(stat -c %a -- "$path") in
    *[2367] | *[2367]?) say note "$path can be written by others than its owner: sshd may ignore the key (StrictModes). Mend it: chmod go-w $path" ;;
  esac
done
}
