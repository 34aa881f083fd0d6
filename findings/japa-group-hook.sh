#!/usr/bin/env bash
# @japa/runner 5.3.0 (npm), reporter ndjson, on Node 26.10, 2026-11-28.
#
# Guess: the tests of a group whose setup hook throws are failed, or skipped; `failed` is not 0.
# Behaviour: they are in no event and in no sum. The error belongs to the group: aggregates say
# failed 0 of a total that leaves them out, failedTestsTitles is empty, and only hasError is true.
# A pinned test (pin) has the same effect on the others without any error: total 1, exit code 0.
# Seen, from one passing test and a group of two whose setup throws:
#   aggregates: total 1, passed 1, failed 0, skipped 0; hasError true; no titles       (exit 1)
# and from one pinned test and one test that would fail:
#   aggregates: total 1, passed 1, failed 0, skipped 0; hasError false                 (exit 0)
#
# Why it matters: a reader that decides by the aggregates sees green twice, and the number of tests
# drops without a word. hasError and the exit code have to be read, and the names held against those
# of the run before.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @japa/runner@5.3.0 node@26.10.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH" NO_COLOR=1
cat >run.mjs <<'JS'
import { configure, processCLIArgs, run } from '@japa/runner';
processCLIArgs(['--reporters=ndjson']);
configure({ files: [process.argv[2]] });
await run();
JS
cat >setup.mjs <<'JS'
import { test } from '@japa/runner';
test('alone', () => {});
test.group('g', (group) => {
  group.setup(() => { throw new Error('no database'); });
  test('one', () => {});
  test('two', () => {});
});
JS
cat >pin.mjs <<'JS'
import { test } from '@japa/runner';
test('pinned', () => {}).pin();
test('broken', () => { throw new Error('no'); });
JS
run() {
  local code=0
  node run.mjs "$1" >events.ndjson 2>/dev/null || code=$?
  echo "$(grep '"aggregates"' events.ndjson | node -p 'const e = JSON.parse(require("fs").readFileSync(0, "utf8")); const a = e.aggregates;
    `total ${a.total}, passed ${a.passed}, failed ${a.failed}, skipped ${a.skipped}; hasError ${e.hasError}; titles ${e.failedTestsTitles.length}`') (exit $code)"
}

setup=$(run setup.mjs)
pin=$(run pin.mjs)
printf 'setup hook: %s\npinned:     %s\n' "$setup" "$pin"
is 'a group whose setup throws' "$setup" 'total 1, passed 1, failed 0, skipped 0; hasError true; titles 0 (exit 1)'
is 'a pinned test' "$pin" 'total 1, passed 1, failed 0, skipped 0; hasError false; titles 0 (exit 0)'
