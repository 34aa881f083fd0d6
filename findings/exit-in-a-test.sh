#!/usr/bin/env bash
# zora 6.0.4, supertape 13.5.1, tapzero 0.8.0, ospec 4.2.1, brittle 4.1.0, poku 4.5.0, qunit 3.0.0, tape 5.10.2,
# uvu 0.5.6 and jasmine 7.0.0 (npm), node:test of Node 26.10.0, a test that calls process.exit(0), 2026-11-30.
#
# Guess: a runner that is told to run three tests and is ended in the second one fails; tape and uvu do.
# Behaviour: eight of the eleven end with 0, though the third test would fail. poku prints "PASS 1", node
# "pass 1" (for the file), QUnit prints that the process exited too early and ends with 0 all the same.
# What zora, tapzero and brittle have printed until then is TAP without a plan, so a reader of TAP notices.
# Seen (exit code):
#   zora 0    supertape 0    tapzero 0    ospec 0    brittle 0    poku 0    node --test 0    qunit 0
#   tape 1    uvu 1          jasmine 4
#
# Why it matters: the code under test calls exit when it has done its work, as every command line does, and
# one call of its main function makes the suite green. Read the report and its plan, not the exit code.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error zora@6.0.4 supertape@13.5.1 tapzero@0.8.0 ospec@4.2.1 brittle@4.1.0 poku@4.5.0 qunit@3.0.0 tape@5.10.2 uvu@0.5.6 jasmine@7.0.0 node@26.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH" NO_COLOR=1
unset NODE_OPTIONS
mkdir -p work/spec
cd work
end='async () => { await 0; process.exit(0); }'
three() { printf '%s\n' "$2" "$3('one', (t) => { $4 });" "$3('two', $end);" "$3('three', (t) => { $5 });" "${6:-}" >"$1"; }
three zora.mjs "import { test } from 'zora';" test 't.ok(true);' 't.ok(false);'
three supertape.mjs "import { test } from 'supertape';" test 't.ok(true); t.end();' 't.ok(false); t.end();'
three tapzero.cjs "const { test } = require('tapzero');" test 't.ok(true);' 't.ok(false);'
three ospec.cjs "const o = require('ospec');" o 'o(1).equals(1);' 'o(1).equals(2);'
sed -i 's|(t) => |() => |' ospec.cjs
three brittle.mjs "import test from 'brittle';" test 't.ok(true);' 't.ok(false);'
three poku.mjs "import { assert, test } from 'poku';" 'await test' 'assert(true);' 'assert(false);'
three node.mjs "import { test } from 'node:test';" test '' 'throw new Error();'
three qunit.js '' QUnit.test 't.ok(true);' 't.ok(false);'
three tape.cjs "const test = require('tape');" test 't.ok(true); t.end();' 't.ok(false); t.end();'
three uvu.mjs "import { test } from 'uvu';" test '' 'throw new Error();' 'test.run();'
three spec/jasmine.mjs '' it 'expect(1).toBe(1);' 'expect(1).toBe(2);'
code() {
  local code=0
  "$@" >said 2>&1 </dev/null || code=$?
  echo "$code"
}
seen="zora $(code node zora.mjs) supertape $(code supertape supertape.mjs) tapzero $(code node tapzero.cjs) ospec $(code ospec ospec.cjs)"
seen+=" brittle $(code node brittle.mjs) poku $(code poku poku.mjs) node $(code node --test node.mjs) qunit $(code qunit qunit.js)"
early=$(grep -c 'exited before tests finished' said || true)
seen+=" tape $(code node tape.cjs) uvu $(code uvu . uvu.mjs) jasmine $(code jasmine --random=false spec/jasmine.mjs)"
echo "$seen; QUnit's line: $early"
is 'exit codes' "$seen" 'zora 0 supertape 0 tapzero 0 ospec 0 brittle 0 poku 0 node 0 qunit 0 tape 1 uvu 1 jasmine 4'
is "QUnit's line" "$early" 1
