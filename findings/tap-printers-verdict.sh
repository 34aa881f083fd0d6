#!/usr/bin/env bash
# tap-spec 5.0.0, tap-arc 1.3.2, tap-min 3.0.0, tap-difflet 0.7.2 (npm): `… | printer`, 2026-11-28.
#
# Guess: the programs that print TAP nicely at the end of a pipe agree, by their exit code, whether a
# run failed. They do for a plain "not ok".
# Behaviour: for everything else in TAP they do not. None of the four sees a failing point inside a
# subtest whose parent is ok.
# Seen (exit codes):               tap-spec  tap-arc  tap-min  tap-difflet
#   a failing # TODO                      1        0        0            1
#   Bail out!                             1        1        0            0
#   2 points of a plan of 3               0        0        1            0
#   no TAP at all                         1        0        1            0
#   1..0 # SKIP                           1        0        1            0
#
# Why it matters: `npm test` is often "node t.js | printer", and the printer's exit code is the verdict
# of the build. A runner that died before its first point is green with two of them. The same tests are
# red or green by the taste of who chose the colours; without pipefail the runner's code is gone.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error tap-spec@5.0.0 tap-arc@1.3.2 tap-min@3.0.0 tap-difflet@0.7.2 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >bail.tap <<<$'TAP version 13\nok 1 - a\nBail out! no'
cat >todo.tap <<<$'TAP version 13\nnot ok 1 - a # TODO later\n1..1'
cat >short.tap <<<$'TAP version 13\n1..3\nok 1 - a\nok 2 - b'
cat >skip.tap <<<$'TAP version 13\n1..0 # SKIP nothing here'
cat >subtest.tap <<<$'TAP version 13\n# Subtest: p\n    not ok 1 - c\n    1..1\nok 1 - p\n1..1'
cat >plain.tap <<<$'TAP version 13\nnot ok 1 - a\n1..1'
: >nothing.tap
codes() { # of the four printers for one file
  for printer in tap-spec tap-arc tap-min tap-difflet; do
    code=0
    "node_modules/.bin/$printer" <"$1.tap" >/dev/null 2>&1 || code=$?
    echo "$code"
  done | paste -sd' ' -
}

for expected in 'plain 1 1 1 1' 'todo 1 0 0 1' 'bail 1 1 0 0' 'short 0 0 1 0' 'nothing 1 0 1 0' 'skip 1 0 1 0' 'subtest 0 0 0 0'; do
  seen=$(codes "${expected%% *}")
  echo "${expected%% *}: $seen"
  is "exit codes for ${expected%% *}" "$seen" "${expected#* }"
done
