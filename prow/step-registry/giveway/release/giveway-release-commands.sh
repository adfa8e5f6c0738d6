#!/bin/bash

set -o errexit -o nounset -o pipefail

profile=${CLUSTER_PROFILE_DIR-}
if [[ -z $GIVEWAY_PRIVATE_KEY_FILE && -f $profile/ssh-key ]]; then
  export GIVEWAY_PRIVATE_KEY_FILE=$profile/ssh-key
fi
if [[ -z $GIVEWAY_KNOWN_HOSTS && -f $profile/known_hosts ]]; then
  export GIVEWAY_KNOWN_HOSTS=$profile/known_hosts
fi

exec giveway release
