#!/usr/bin/env bash
# mochawesome 8.1.1 (npm; September 2026) with mocha 12.0.3 (npm), 2026-11-28.
#
# Guess: `stats.failures` of the JSON report is mocha's number of failures.
# Behaviour: failing hooks are taken out of it. They are `stats.other`, the tests that they kept from
# running are `stats.skipped` (not `pending`), and each hook stands in `beforeHooks` or `afterHooks` of
# its suite with fail: true, while `failures` of the suite is empty. passPercent is of the rest.
# Seen, from one passing test and a suite of two whose before hook throws:
#   mochawesome: failures 0, passes 1, skipped 2, other 1      mocha's own json: failures 1
#   exit code 1 for both
#
# Why it matters: `stats.failures === 0` is the test that people write. It holds for a run in which a
# whole suite did not start. A reader needs `other` beside it, or to walk the hooks; "skipped" here
# means the opposite of what a person who skips a test means.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error mocha@12.0.3 mochawesome@8.1.1 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >s.cjs <<'JS'
it('p', () => {});
describe('a', () => { before(() => { throw new Error('a is broken'); }); it('one', () => {}); it('two', () => {}); });
JS

code=0
node_modules/.bin/mocha --reporter mochawesome --reporter-options quiet=true,html=false,consoleReporter=none s.cjs >/dev/null || code=$?
theirs=$(node -p 'const { failures, passes, skipped, other } = require("./mochawesome-report/mochawesome.json").stats;
  `failures ${failures}, passes ${passes}, skipped ${skipped}, other ${other}`')
node_modules/.bin/mocha --reporter json s.cjs >own.json || true
own=$(node -p '`failures ${require("./own.json").stats.failures}`')
echo "mochawesome: $theirs (exit $code); mocha: $own"
is 'stats of mochawesome' "$theirs" 'failures 0, passes 1, skipped 2, other 1'
is 'stats of mocha' "$own" 'failures 1'
is 'exit code' "$code" 1
