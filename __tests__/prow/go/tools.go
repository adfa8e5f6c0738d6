//go:build tools

// Package tools names the programs of Prow that the tests build: the entrypoint, which runs every step of a job.
package tools

import _ "sigs.k8s.io/prow/cmd/entrypoint"
