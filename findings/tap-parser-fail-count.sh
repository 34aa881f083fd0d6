#!/usr/bin/env bash
# tap-parser 18.3.4 (npm), 2026-11-28.
#
# Guess: the last event of a run, `complete`, is ok exactly when its `fail` is 0, and `failures` lists
# the points that `fail` counts.
# Behaviour: three different things. `fail` counts every "not ok", also one with # TODO or # SKIP;
# `failures` lists those that are failures; `ok` also knows of the points in subtests, which neither
# number counts.
# Seen:
#   "not ok 1 - a # TODO x", "not ok 2 - b # SKIP y", "ok 3 - c"  ->  ok true,  fail 2, failures 0
#   "    not ok 1 - child", "ok 1 - parent" (TAP 14 subtest)      ->  ok false, fail 0, failures 0
# In the second run pass = count = 1: by every number it is green, and the exit code is 1.
#
# Why it matters: reporters built on this parser print one of the three. One that prints `fail` shows
# failures in a green run; one that prints `failures` shows a red run without a failure. A reader has
# to take `ok` for the verdict and never a sum, nor a parent's "ok" for that of its children.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error tap-parser@18.3.4 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }
# The `complete` of the whole run is the last one with that name at the top level.
verdict() {
  node_modules/.bin/tap-parser -j 0 >events.json || true
  node -p 'const [, c] = JSON.parse(require("fs").readFileSync("events.json", "utf8")).find(([name]) => name === "complete");
    `ok ${c.ok}, count ${c.count}, pass ${c.pass}, fail ${c.fail}, failures ${c.failures.length}`'
}

directives=$(printf 'TAP version 14\nnot ok 1 - a # TODO x\nnot ok 2 - b # SKIP y\nok 3 - c\n1..3\n' | verdict)
child=$(printf 'TAP version 14\n# Subtest: parent\n    not ok 1 - child\n    1..1\nok 1 - parent\n1..1\n' | verdict)
printf 'directives: %s\nsubtest:    %s\n' "$directives" "$child"
is 'a to-do and a skipped point that are not ok' "$directives" 'ok true, count 3, pass 1, fail 2, failures 0'
is 'a failing child of a parent that is ok' "$child" 'ok false, count 1, pass 1, fail 0, failures 0'
