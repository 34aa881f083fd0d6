#!/usr/bin/env bash
# poku 4.5.0 (npm; September 2026), its own `assert`, 2026-11-28.
#
# Guess: an assertion is an exception: what a test catches did not fail.
# Behaviour: poku's `assert` writes its failure and sets the exit code before it throws. A test that
# catches it gets a green dot, and its file fails: the tests are all green in a red file. With
# `assert` of node:assert in the same place everything is green.
# Seen:
#   ✘ Assertion Error   ● caught    1 test file(s) failed    PASS › 0  FAIL › 1    (exit 1)
#   the same file with node:assert                           PASS › 1  FAIL › 0    (exit 0)
#
# Why it matters: the states of the tests do not add up to that of the file, and only the file counts.
# Helpers that try several assertions until one holds (wait until …) fail a file although they
# succeed, and moving a test between the two asserts changes its result. A reader of poku's text has
# to take the sums and the exit code, never the dots.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error poku@4.5.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export NO_COLOR=1
echo '{"type":"module"}' >package.json
cat >own.test.js <<'JS'
import { assert, test } from 'poku';
test('caught', () => { try { assert.strictEqual(1, 2); } catch {} });
JS
sed "s/{ assert, test }/{ test }/; 1a import assert from 'node:assert';" own.test.js >plain.test.js
# Without colours, as "file: dot of the test, sums, exit code".
run() {
  local code=0
  node_modules/.bin/poku "$1" >said 2>/dev/null || code=$?
  sed 's/\x1b\[[0-9;]*m//g' said >text
  echo "dots $(grep -c '● caught' text), $(grep -o 'PASS › [0-9]*' text), $(grep -o 'FAIL › [0-9]*' text), exit $code"
}

own=$(run own.test.js)
plain=$(run plain.test.js)
printf 'assert of poku: %s\nnode:assert:    %s\n' "$own" "$plain"
# The output of a failed file is printed twice, its dot with it.
is 'assert of poku' "$own" 'dots 2, PASS › 0, FAIL › 1, exit 1'
is 'node:assert' "$plain" 'dots 1, PASS › 1, FAIL › 0, exit 0'
