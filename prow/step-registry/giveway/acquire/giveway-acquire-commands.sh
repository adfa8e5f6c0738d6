#!/bin/bash

set -o errexit -o nounset -o pipefail

# With the cluster profile comes what an observer can have, too: the key, and the host keys of the bastion.
profile=${CLUSTER_PROFILE_DIR-}
if [[ -z $GIVEWAY_PRIVATE_KEY_FILE && -f $profile/ssh-key ]]; then
  export GIVEWAY_PRIVATE_KEY_FILE=$profile/ssh-key
fi
if [[ -z $GIVEWAY_KNOWN_HOSTS && -f $profile/known_hosts ]]; then
  export GIVEWAY_KNOWN_HOSTS=$profile/known_hosts
fi

# exec: the signals of an abort and of a timeout go to this process alone
exec giveway acquire
