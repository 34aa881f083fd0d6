#!/usr/bin/env bash
# GNU parallel 20221122 (Debian 12, package parallel), its exit code and its --joblog, 2026-11-30.
#
# Guess: the column Exitval of the log is not 0 for a job that failed; the log has a line for each try; a job that was
# started again is one more line.
# Behaviour: a job that a signal ended has Exitval 0, and the signal in the column beside it. One that ran too long has
# -1. Of three tries (--retries 3) the log has the last alone. --resume-failed adds a line for the same job, so sums
# over the log count it as failed and as well. --halt now,fail=1 leaves jobs that never started out of the log.
# Seen (exit code; Exitval and Signal of the log):
#   a job that SIGKILL ends        1; 0 9         --timeout 1                     1; -1 15
#   --retries 3, it always fails   1; 1 0         --halt now,fail=1, 4 jobs       3; 0 0, 3 0
#   150 jobs that fail             101
#
# Why it matters: `awk '$7'` over the log, to find what failed, does not find the job that ran out of memory. Look at
# both columns, take the last line of each Seq, and count the lines.
set -euo pipefail
command -v parallel >/dev/null && parallel --version 2>/dev/null | grep -q '^GNU parallel' || { echo 'GNU parallel is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' parallel 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export HOME=$dir
run() {
  local name=$1 code=0
  shift
  parallel --will-cite --joblog log -j1 "$@" >/dev/null 2>&1 </dev/null || code=$?
  echo "$name: $code; $(awk 'NR > 1 { print $7, $8 }' log | paste -sd, -)"
}
{
  # shellcheck disable=SC2016
  run signal 'kill -9 $$; echo' ::: 1
  rm log
  run timeout --timeout 1 'sleep 20; echo' ::: 1
  rm log
  run retries --retries 3 'echo {} >>tries; exit {}' ::: 1
  run resumed --resume-failed 'exit 0; echo' ::: 1
  rm log
  run halt --halt now,fail=1 'exit' ::: 0 3 0 0
} >seen
code=0
parallel --will-cite -j4 'false' ::: $(seq 150) >/dev/null 2>&1 </dev/null || code=$?
echo "tries: $(wc -l <tries); 150 failures: $code" >>seen
cat seen
is 'runs' "$(cat seen)" 'signal: 1; 0 9
timeout: 1; -1 15
retries: 1; 1 0
resumed: 0; 1 0,0 0
halt: 3; 0 0,3 0
tries: 3; 150 failures: 101'
