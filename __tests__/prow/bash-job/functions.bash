# shellcheck shell=bash
# A test double of the functions that bash jobs share, with their names, parameters, output and files: what a job sources
# that has not moved to Giveway. Its habits on the bastion (read, test and write apart; rm -f of whatever lock is there) are
# those of the jobs that it stands for. Never copy from here into the product.

setup_aux_host_ssh_access() {
  SSHOPTS=(-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR
    -i "$CLUSTER_PROFILE_DIR/ssh-key")
}

on_bastion() { # bastion, command
  timeout -s 9 2m ssh "${SSHOPTS[@]}" "root@$1" "$2" </dev/null
}

try_to_lock_host() { # bastion, lock, own timestamp, LOCK_TIMEOUT
  # $lock and the like are for the shell there
  # shellcheck disable=SC2016
  timeout -s 9 2m ssh "${SSHOPTS[@]}" "root@$1" bash -s -- "$2" "$3" "$4" <<'REMOTE' >&2
lock=$1 now=$2 limit=$(($3 * 1000000000))
mkdir -p "$(dirname "$lock")"
if [[ -f $lock ]]; then
  stored=$(<"$lock")
  age=$((now - stored))
  ((age >= limit)) || exit 0
fi
echo "$now" >|"$lock"
REMOTE
}

check_the_host_was_locked() { # bastion, lock, own timestamp; prints locked or fail
  if [[ $(on_bastion "$1" "cat $2") == "$3" ]]; then echo locked; else echo fail; fi
}

extract_ocp_version() {
  grep -oE '(4|5)\.[0-9]+' <<<"${JOB_NAME-}" | head -1
}

compare_ocp_versions() { # prints higher, lower or equal: what the first is to the second
  local a b c d
  IFS=. read -r a b <<<"$1"
  IFS=. read -r c d <<<"$2"
  if ((a == c && b == d)); then
    echo equal
  elif ((a > c || (a == c && b > d))); then
    echo higher
  else
    echo lower
  fi
}

create_waiting_request_file() { # bastion, lock, version; prints its path
  local path
  path=$2.waiting.$(date -u +%s%N).$3
  if on_bastion "$1" "mkdir -p ${2%/*}; touch $path"; then echo "$path"; fi
}

remove_own_waiting_file() { # bastion, path
  on_bastion "$1" "rm -f $2"
}

check_for_higher_priority_waiter() { # bastion, lock, own version; prints quit:<version> or continue
  local name version highest=$3
  for name in $(on_bastion "$1" "ls -1 $2.waiting.* 2>/dev/null || true"); do
    version=$(sed -E 's/^[0-9]*\.//' <<<"${name#"$2.waiting."}")
    [[ $version =~ ^[0-9]+\.[0-9]+$ ]] || continue
    if [[ $(compare_ocp_versions "$version" "$highest") == higher ]]; then highest=$version; fi
  done
  if [[ $highest == "$3" ]]; then echo continue; else echo "quit:$highest"; fi
}

should_quit() { # bastion, lock, own version, shared folder; prints quit or continue
  local answer
  if [[ ! -f $4/graceful_quit_requested ]]; then
    answer=$(check_for_higher_priority_waiter "$1" "$2" "$3")
    if [[ $answer != quit:* ]]; then
      echo continue
      return
    fi
    printf 'higher_ocp_version=%s\ncurrent_ocp_version=%s\n' "${answer#quit:}" "$3" >|"$4/graceful_quit_requested"
  fi
  echo quit
}

setup_ssh_and_lock_info() {
  setup_aux_host_ssh_access
  if [[ -f $SHARED_DIR/ocp_version.txt ]]; then OCP_VERSION=$(<"$SHARED_DIR/ocp_version.txt"); fi
  if [[ -f $SHARED_DIR/spoke_lock_filename.txt ]]; then
    SPOKE_LOCK_FILENAME=$(<"$SHARED_DIR/spoke_lock_filename.txt")
  fi
}

check_for_quit() { # step, graceful|force; may end the script
  if [[ -z ${SPOKE_LOCK_FILENAME-} || -z ${OCP_VERSION-} ]]; then return 0; fi
  if [[ $(should_quit "$AUX_HOST" "$SPOKE_LOCK_FILENAME" "$OCP_VERSION" "$SHARED_DIR") != quit ]]; then return 0; fi
  printf '%s_quit' "$2" >|"$SHARED_DIR/$1_status.txt"
  if [[ $2 == force ]]; then exit 1; fi
  exit 0
}
