#!/bin/bash

set -o errexit -o nounset -o pipefail

profile=${CLUSTER_PROFILE_DIR-}
if [[ -z $GIVEWAY_PRIVATE_KEY_FILE && -f $profile/ssh-key ]]; then
  export GIVEWAY_PRIVATE_KEY_FILE=$profile/ssh-key
fi
if [[ -z $GIVEWAY_KNOWN_HOSTS && -f $profile/known_hosts ]]; then
  export GIVEWAY_KNOWN_HOSTS=$profile/known_hosts
fi

# An observer starts before there is a lease, and what later steps leave in SHARED_DIR does not reach it: the lease is found
# on the pool, by the job's own name. An observer ends as post begins, which may still need the host: so the lease lives on.
exec giveway keep --wait-timeout 24h --on-end keep --quit-file "$ARTIFACT_DIR/giveway-quit.json"
