#!/usr/bin/env bash
# busted 2.1.1 for Lua (Debian 12, package lua-busted), hooks in its JUnit and TAP, 2026-11-30.
#
# Guess: a before_each that fails, fails the tests behind it; they stand in the report, and `tests` counts them.
# Behaviour: none of them stands there. `tests` is 0, and each is an <error> of the suite, beside no case. After
# an after_each that fails all three cases are passes, with three errors of the suite between them, and TAP
# has six points of three tests. A skipped test has no name in TAP. A tag that no test has is "1..0" and exit code 0.
# Seen (exit code, sums, cases, points of TAP):
#   before_each fails     1    tests=0 errors=3    0 cases    3 not ok
#   after_each fails      1    tests=3 errors=3    3 cases    3 ok, 3 not ok
#   a tag of nothing      0    tests=0 errors=0    0 cases    none
#
# Why it matters: readers that go by <testcase> see no failure in any of these, and what compares the names of two
# runs sees tests that were removed, or none that failed.
set -euo pipefail
command -v busted >/dev/null || { echo 'lua-busted is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' lua-busted 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >a_spec.lua <<'LUA'
describe('d', function()
  before_each(function() if os.getenv('BAD_BEFORE') then error('x') end end)
  after_each(function() if os.getenv('BAD_AFTER') then error('x') end end)
  it('one', function() assert.equal(1, 1) end)
  it('two', function() assert.equal(2, 2) end)
  it('three', function() if os.getenv('SKIP') then pending('later') end end)
end)
LUA
run() {
  local variable=$1 code=0
  shift
  env "$variable=1" busted -o junit "$@" a_spec.lua >out.xml || code=$?
  local sums points
  sums=$(grep -o '<testsuites [^>]*' out.xml | grep -oE "(tests|errors)='[0-9]'" | sort -r | tr '\n' ' ')
  points=$(env "$variable=1" busted -o TAP "$@" a_spec.lua | grep -E '^(ok|not ok)' | sed -E 's/^(ok|not ok).*/\1/' | sort | uniq -c | tr -s ' \n' ' ' || true)
  echo "$variable $*: $code, $sums, $(grep -c '<testcase' out.xml || true) cases,$points"
}
seen=$(run A; run BAD_BEFORE; run BAD_AFTER; run A -t nothing)
echo "$seen"
is 'runs' "$seen" "A : 0, tests='3' errors='0' , 3 cases, 3 ok 
BAD_BEFORE : 1, tests='0' errors='3' , 0 cases, 3 not ok 
BAD_AFTER : 1, tests='3' errors='3' , 3 cases, 3 not ok 3 ok 
A -t nothing: 0, tests='0' errors='0' , 0 cases,"
named=$(env SKIP=1 busted -o TAP a_spec.lua | grep SKIP)
echo "$named"
is 'a skipped point' "$named" 'ok 3 - # SKIP a_spec.lua:6: later'
