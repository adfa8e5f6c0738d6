#!/bin/bash
# A step of a bash job, as a test double: looks once whether it must quit, before it starts.
set -o nounset -o errexit -o pipefail

# shellcheck source=__tests__/prow/bash-job/functions.bash
source "$SHARED_DIR/common-telcov10n-bash-functions.sh"

setup_ssh_and_lock_info
check_for_quit functional_tests graceful
echo tested
