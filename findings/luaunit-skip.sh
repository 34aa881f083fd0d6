#!/usr/bin/env bash
# LuaUnit 3.4 with Lua 5.2 (Debian 12, lua-unit), its TAP and JUnit, 2026-11-30.
#
# Guess: a skipped test keeps its name in both reports and is in their sums; an error in a tearDown fails the test,
# as it does behind a test that passed.
# Behaviour: a point that was skipped has no name in TAP, only its reason. The sum "tests" of JUnit leaves skipped
# tests out, and `skipped` counts them. A tearDown that fails behind a skip is nowhere, and the exit code is 0. A
# tearDown that skips makes a test that passed a skipped one. success() leaves a test without its other checks.
# A pattern that matches nothing is "1..0" and 0.
# Seen:
#   TAP     ok 3 # SKIP later        (the test is TestA.testLater)
#   JUnit   tests="3" skipped="3", six cases
#   tearDown fails: behind a pass not ok, behind a skip "ok # SKIP", exit code 0
#
# Why it matters: two skipped tests with one reason cannot be told apart, so a report cannot say which criterion was
# left out, and a broken cleanup is seen only beside tests that ran. Read JUnit, and count its cases.
set -euo pipefail
lua=/usr/bin/lua5.2
[ -x "$lua" ] && "$lua" -e 'require("luaunit")' 2>/dev/null || { echo 'lua-unit or lua5.2 is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' lua-unit 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >suite.lua <<'LUA'
local lu = require('luaunit')
TestA = {}
function TestA:testAdds() lu.assertEquals(1 + 2, 3) end
function TestA:testEarly() lu.success(); lu.fail('never reached') end
function TestA:testLater() lu.skip('later') end
TestB = {}
function TestB:tearDown() error('it is still there') end
function TestB:testAdds() lu.assertEquals(1 + 2, 3) end
function TestB:testLater() lu.skip('later') end
TestC = {}
function TestC:tearDown() lu.skip('no server') end
function TestC:testAdds() lu.assertEquals(1 + 2, 3) end
os.exit(lu.LuaUnit.run())
LUA
code=0
"$lua" suite.lua -o tap >tap || code=$?
points=$(sed -nE '/^(not )?ok/s/[[:blank:]]+/ /gp' tap)
"$lua" suite.lua -o junit -n report >/dev/null || true
sums=$(grep -oE '(tests|skipped)="[0-9]+"' report.xml | paste -sd' ' -)
behind=0
"$lua" suite.lua TestB.testLater >/dev/null || behind=$?
nobody=0
none=$("$lua" suite.lua -p nobody -o tap | head -n 1) || nobody=$?
echo "$points"
echo "exit code $code; JUnit: $sums, $(grep -c '<testcase' report.xml) cases; a tearDown behind a skip: $behind; of nobody: $none, $nobody"
is 'points' "$points" 'ok 1 TestA.testAdds
ok 2 TestA.testEarly
ok 3 # SKIP later
not ok 4 TestB.testAdds
ok 5 # SKIP later
ok 6 # SKIP no server'
is 'sums' "$sums $(grep -c '<testcase' report.xml)" 'tests="3" skipped="3" 6'
is 'exit codes' "$code $behind $nobody $none" '1 0 0 1..0'
