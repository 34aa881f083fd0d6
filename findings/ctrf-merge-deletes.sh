#!/usr/bin/env bash
# ctrf 0.3.0 (npm; released August 2026), its program `ctrf`, 2026-11-28.
#
# Guess: `ctrf merge DIR` writes one report and leaves the reports that it read.
# Behaviour: it removes them. DIR holds the merged report and nothing else, and a second `merge` of the
# same folder has only its own result to read. Tests of one name are not united: a test that failed in
# one part and passed in another stands twice in the list and twice in the sums.
# Seen, from 1.json (a passed, b failed) and 2.json (a passed, b passed):
#   before: 1.json 2.json   after: ctrf-report.json   tests 4, passed 3, failed 1
# `--keep-reports` leaves the parts; only the help of the command names it.
#
# Why it matters: a step of a pipeline that runs again after a failure, or a tool that reads the parts
# after the merge (which part was it, did every shard report?), finds no parts. Evidence that is to
# last has to be copied, or hashed, before anything merges it.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error ctrf@0.3.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

mkdir parts
report() {
  echo "{\"reportFormat\":\"CTRF\",\"specVersion\":\"0.0.0\",\"results\":{\"tool\":{\"name\":\"t\"},\"summary\":{\"tests\":2,\"passed\":$1,\"failed\":$2,\"skipped\":0,\"pending\":0,\"other\":0,\"start\":1,\"stop\":2},\"tests\":[{\"name\":\"a\",\"status\":\"passed\",\"duration\":1},{\"name\":\"b\",\"status\":\"$3\",\"duration\":1}]}}"
}
report 1 1 failed >parts/1.json
report 2 0 passed >parts/2.json

node_modules/.bin/ctrf merge parts >/dev/null 2>&1
after=$(cd parts && echo *)
sums=$(node -p 'const { tests, passed, failed } = JSON.parse(require("fs").readFileSync("parts/ctrf-report.json", "utf8")).results.summary;
  `tests ${tests}, passed ${passed}, failed ${failed}`')
echo "after the merge: $after; $sums"
is 'files after the merge' "$after" 'ctrf-report.json'
is 'sums' "$sums" 'tests 4, passed 3, failed 1'
