#!/usr/bin/env bash
# qunit 3.0.0 (npm; 2026), reporter `tap`, module hooks that throw and todo tests that pass, 2026-11-29.
#
# Guess: when `before` of a module throws, none of its tests runs and all fail; when `after` throws, that
# is told beside its tests; a todo that passes is marked with TODO as one that fails.
# Behaviour: only the first test of the module fails, with "before failed on one"; the next ones run
# without what was to be set up, and pass. A failing `after` fails the last test, which passed. A todo
# that fails has "# TODO", one that passes is a plain "not ok", without any reason.
# Seen:
#   not ok 1 setup > one | ok 2 setup > two | ok 3 close > one | not ok 4 close > two
#   not ok 5 later > fails # TODO | not ok 6 later > passes              (exit 1)
#
# Why it matters: one setup breaks every test of a module, and the report blames one, whichever is first:
# run alone or in another order, another one fails. A reader that keeps names has a test that changes its
# state by its place, and a plain "not ok" that no code can turn green without an edit of the test.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error qunit@3.0.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >hooks.js <<'JS'
const { module, test, todo } = QUnit;
const passes = (assert) => assert.ok(true);
module('setup', (hooks) => { hooks.before(() => { throw new Error('no database'); }); test('one', passes); test('two', passes); });
module('close', (hooks) => { hooks.after(() => { throw new Error('still open'); }); test('one', passes); test('two', passes); });
module('later', () => { todo('fails', (assert) => assert.ok(false)); todo('passes', passes); });
JS
code=0
node_modules/.bin/qunit --reporter tap hooks.js >said 2>&1 || code=$?
points=$(grep -E '^(not )?ok' said | paste -sd'|' -)
echo "$points (exit $code)"
is 'points' "$points" 'not ok 1 setup > one|ok 2 setup > two|ok 3 close > one|not ok 4 close > two|not ok 5 later > fails # TODO|not ok 6 later > passes'
is 'the cause' "$(grep -c 'before failed on one: no database' said)" 1
is 'exit code' "$code" 1
