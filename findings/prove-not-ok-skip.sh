#!/usr/bin/env bash
# prove of TAP::Harness 3.44 (Debian 12, package perl) beside tap-parser 18.3.4 (npm), 2026-11-28.
#
# Guess: the two most used readers of TAP agree on a point "not ok … # SKIP why", whatever it is; and a
# folder without a test file is an error for prove, as no argument at all is.
# Behaviour: for prove the point failed, the directive changes nothing: Result: FAIL, exit code 1. For
# tap-parser it was skipped: the run is ok, exit code 0. With # TODO both call it no failure. A folder
# in which prove finds no .t file is "Result: NOTESTS" with exit code 0; without an argument and
# without a folder t it ends with 2.
# Seen:
#   not ok 1 - a # SKIP no db     prove 1    tap-parser 0
#   not ok 1 - a # TODO later     prove 0    tap-parser 0
#   prove FOLDER: NOTESTS, 0      prove: 2
#
# Why it matters: some writers make such points (bats, where a teardown fails after a skip). The same
# stream is red in one pipeline and green in the next. A reader that must not let a failure through has
# to take "not ok" first and the directive second, for SKIP if not for TODO.
set -euo pipefail
command -v prove >/dev/null || { echo 'prove is not installed'; exit 77; }
prove --version
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error tap-parser@18.3.4 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

mkdir work work/none
cd work
both() { # exit codes of prove and of tap-parser for one point
  printf '1..1\n%s\n' "$1" >run.tap
  local prove=0 parser=0
  prove --exec cat run.tap >/dev/null 2>&1 || prove=$?
  ../node_modules/.bin/tap-parser <run.tap >/dev/null 2>&1 || parser=$?
  echo "prove $prove, tap-parser $parser"
}

skip=$(both 'not ok 1 - a # SKIP no db')
todo=$(both 'not ok 1 - a # TODO later')
code=0
none=$(prove none | grep -o 'Result: .*') || code=$?
bare=0
prove >/dev/null 2>&1 || bare=$?
printf 'not ok # SKIP: %s\nnot ok # TODO: %s\na folder without tests: %s (exit %s); no argument: exit %s\n' "$skip" "$todo" "$none" "$code" "$bare"
is 'not ok # SKIP' "$skip" 'prove 1, tap-parser 0'
is 'not ok # TODO' "$todo" 'prove 0, tap-parser 0'
is 'a folder without tests' "$none, $code" 'Result: NOTESTS, 0'
is 'no argument' "$bare" 2
