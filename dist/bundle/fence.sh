#!/bin/sh
# Runs a command on the host that a lease is for, unless a later lease of the host has run one before: what a job that was
# stopped for too long still sends then meets a closed door. Fencing tokens rise with every lease of a host.
#
# usage: giveway-fence --token N [--pool P] [--fence-file FILE] [--adopt] -- COMMAND [ARGUMENT…]
#
#   --token       the fencing token of the lease; $GIVEWAY_FENCING_TOKEN
#   --pool        the pool that the lease is from; $GIVEWAY_POOL. Tokens of another pool are refused
#   --fence-file  where the highest token is kept; $GIVEWAY_FENCE_FILE, else /var/lib/giveway/fence
#   --adopt       from now on the host belongs to this pool
#
# Exits with the command's own status, 11 for a token that is too old, 2 for bad usage, 13 where the file can't be used.
# It waits for a command that runs under the same file, and the command keeps the lock: whatever it leaves running as well.
# Needs sh and flock, nothing else of Giveway: `giveway fence --print` prints this file.
set -u
umask 077

fail() {
  printf 'giveway-fence: %s\n' "$2" >&2
  exit "$1"
}

token=${GIVEWAY_FENCING_TOKEN-} pool=${GIVEWAY_POOL-} file=${GIVEWAY_FENCE_FILE-} adopt=no
while [ $# -gt 0 ]; do
  case $1 in
    --adopt) adopt=yes && shift && continue ;;
    --) shift && break ;;
    --token | --pool | --fence-file) [ $# -gt 1 ] || fail 2 "$1 needs a value" ;;
    *) fail 2 "unknown: $1; expected --token N [--pool P] [--fence-file FILE] [--adopt] -- COMMAND" ;;
  esac
  case $1 in
    --token) token=$2 ;;
    --pool) pool=$2 ;;
    --fence-file) file=$2 ;;
  esac
  shift 2
done
[ $# -gt 0 ] || fail 2 'a command is missing behind --'
file=${file:-/var/lib/giveway/fence}

# 18 digits at most fit every shell's arithmetic
case $token in
  '') fail 2 '--token is missing (or GIVEWAY_FENCING_TOKEN)' ;;
  *[!0-9]* | ???????????????????* | 0*) fail 2 "--token: expected a fencing token, got '$token'" ;;
esac
# the same pool may be reached by several accounts
case $pool in
  ssh://*@*) pool=ssh://${pool#*@} ;;
esac
case $pool in
  '') fail 2 '--pool is missing (or GIVEWAY_POOL)' ;;
  *[!A-Za-z0-9._/:@%+~,=-]* | [!A-Za-z0-9._/]*) fail 2 "--pool: expected a path or ssh://…, got '$pool'" ;;
esac

mkdir -p "$(dirname "$file")" 2>/dev/null
# not the file itself, which is replaced; and without the shell's own dying at a failed redirection
{ true >>"$file.guard"; } 2>/dev/null || fail 13 "can't write $file.guard"
exec 9>>"$file.guard"
flock -x 9 || fail 13 "can't lock $file.guard"

if [ -e "$file" ]; then
  seen_token='' seen_pool=''
  read -r seen_token seen_pool <"$file"
  case $seen_token in
    '' | *[!0-9]* | ???????????????????*) fail 13 "$file is broken: look at it, and remove it if no job holds this host" ;;
  esac
  if [ "$seen_pool" != "$pool" ]; then
    [ "$adopt" = yes ] ||
      fail 11 "refused: this host belongs to the pool $seen_pool, and the token is of $pool (--adopt changes that)"
  elif [ "$token" -lt "$seen_token" ]; then
    fail 11 "refused: token $token is of an earlier lease than $seen_token, which has run here: the lease is lost"
  fi
fi
# whole or not at all: a crash in between leaves the old token, under which the command did not run
{ printf '%s %s\n' "$token" "$pool" >"$file.new"; } 2>/dev/null || fail 13 "can't write $file.new"
mv -f "$file.new" "$file" || fail 13 "can't write $file"

# the lock stays open in the command: a wrapper that is killed must not open the door under it
exec "$@"
