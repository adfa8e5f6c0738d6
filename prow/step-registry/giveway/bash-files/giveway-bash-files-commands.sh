#!/bin/bash

set -o errexit -o nounset -o pipefail

# One lease, and so one file: its name has the host, its content the version.
lease=("$SHARED_DIR"/giveway-*.lease.json)
host=${lease[0]##*/giveway-}
host=${host%.lease.json}
[[ $(<"${lease[0]}") =~ \"version\":\"([0-9]+\.[0-9]+) ]]
version=${BASH_REMATCH[1]}

# As the bash jobs have them: without a newline.
printf %s "$version" >"$SHARED_DIR/ocp_version.txt"
printf %s "$GIVEWAY_LOCKS/$host.lock" >"$SHARED_DIR/spoke_lock_filename.txt"
printf yes >"$SHARED_DIR/do_you_hold_the_lock_for_the_sno_spoke_cluster_server.txt"
echo "held for $version: $GIVEWAY_LOCKS/$host.lock"
