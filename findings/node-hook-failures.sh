#!/usr/bin/env bash
# node:test of Node 26.10.0 (npm package `node`; 24.21.0 does the same), 2026-11-28.
#
# Guess: a hook that fails is counted under "# fail" and is a <failure> in the JUnit report.
# Behaviour, if the only thing that fails is an after hook:
# - of a describe: "not ok" for the suite, "# fail 0", exit code 1, and no <failure> in the JUnit
#   report, whose testsuite says failures="0";
# - of the file (outside of any describe): the file becomes a test of its own, "# tests 2" where one
#   was written, "# fail 1", and the JUnit report has an element that no schema knows:
#   <undefined name="root"> … </undefined>, around the failing case and the sums.
# Seen:
#   describe: # tests 1, # pass 1, # fail 0 (exit 1); 0 <failure>      file: # tests 2, # fail 1 (exit 1)
#
# Why it matters: by its sums, and by its whole JUnit report, the first run is green; only the exit code
# and one TAP line tell. A strict reader refuses the second report for an unknown element, or drops
# what is in it, and that is the failure. Points and exit code have to be read, never the sums alone.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error node@26.10.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH"
cat >suite.test.mjs <<'JS'
import { after, describe, it } from 'node:test';
describe('s', () => { after(() => { throw new Error('no'); }); it('passes', () => {}); });
JS
cat >file.test.mjs <<'JS'
import { after, it } from 'node:test';
after(() => { throw new Error('no'); });
it('passes', () => {});
JS
run() {
  code=0
  node --test --test-reporter=tap --test-reporter-destination=run.tap \
    --test-reporter=junit --test-reporter-destination=run.xml "$1" || code=$?
  sums=$(grep -oE '^# (tests|pass|fail) [0-9]+' run.tap | paste -sd, -)
  marks="$(grep -c '<failure' run.xml || true) <failure>, $(grep -o '<undefined [^>]*>' run.xml || echo 'known elements')"
  echo "$1: $sums (exit $code); JUnit: $marks"
}

run suite.test.mjs
is 'sums, hook of a describe' "$sums" '# tests 1,# pass 1,# fail 0'
is 'JUnit, hook of a describe' "$marks" '0 <failure>, known elements'
is 'exit code' "$code" 1
run file.test.mjs
is 'sums, hook of the file' "$sums" '# tests 2,# pass 1,# fail 1'
is 'JUnit, hook of the file' "$marks" '1 <failure>, <undefined name="root">'
is 'exit code' "$code" 1
