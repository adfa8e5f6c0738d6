#!/bin/bash

set -o errexit -o nounset -o pipefail

profile=${CLUSTER_PROFILE_DIR-}
if [[ -z $GIVEWAY_PRIVATE_KEY_FILE && -f $profile/ssh-key ]]; then
  export GIVEWAY_PRIVATE_KEY_FILE=$profile/ssh-key
fi
if [[ -z $GIVEWAY_KNOWN_HOSTS && -f $profile/known_hosts ]]; then
  export GIVEWAY_KNOWN_HOSTS=$profile/known_hosts
fi

if [[ $GIVEWAY_MODE == force ]]; then
  exec giveway check-quit
fi

status=0
answer=$(giveway check-quit) || status=$?
printf '%s\n' "$answer"
if ((status == 10)); then
  # A step can't end the steps behind it with success: they look for this file, as those of the bash jobs do.
  [[ $answer =~ \"byVersion\":\"([^\"]*)\" ]]
  printf 'higher_ocp_version=%s\n' "${BASH_REMATCH[1]}" >"$SHARED_DIR/graceful_quit_requested"
  exit 0
fi
exit "$status"
