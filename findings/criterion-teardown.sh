#!/usr/bin/env bash
# Criterion 2.4.1 (Debian 12, libcriterion-dev), its exit code, TAP and JUnit, 2026-11-30.
#
# Guess: a check that fails in a teardown (.fini) fails its test, as one in a setup (.init) does; a test that ends the
# process before its checks has crashed; a report of nothing is no success.
# Behaviour: a teardown that fails is a pass in every report, with exit code 0, and so is a test that calls exit(0).
# Points of TAP have no numbers, the time stands in their names, and the text of a failure too; rows of a
# parameterized test are cases of one name. `failures` counts errors as well, `errors` counts them once more, and
# what the filter leaves out is a point that is skipped. A filter that matches nothing ends with 0.
# Seen:
#   teardown fails     ok   exit(0)   ok   both alone: exit code 0      setup fails   not ok, exit code 1
#   JUnit of one failure, one crash, one skip: tests="3" failures="2" errors="1" disabled="1"
#
# Why it matters: cleanup that proves "nothing was left over" proves nothing, and "ok - a::sum  (0.00s)" is
# another test when it takes longer. Check in the test itself, and read JUnit for names.
set -euo pipefail
[ -f /usr/include/criterion/criterion.h ] && command -v gcc >/dev/null || { echo 'libcriterion-dev or gcc is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' libcriterion-dev 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >suite.c <<'C'
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <signal.h>
#include <stdlib.h>
static void check(void) { cr_assert(0, "something is left over"); }
Test(down, adds, .fini = check) {}
Test(up, adds, .init = check) {}
Test(ends, adds) { exit(0); cr_assert(0); }
Test(sums, fails) { cr_assert(0); }
Test(sums, crashes) { raise(SIGTERM); }
Test(sums, skips) { cr_skip_test("later"); }
ParameterizedTestParameters(rows, adds) { static int v[] = {1, 2}; return cr_make_param_array(int, v, 2); }
ParameterizedTest(int *v, rows, adds) { cr_assert(*v > 0); }
C
gcc suite.c -o suite -lcriterion
run() {
  local code=0
  ./suite --filter "$1/*" --tap=tap --xml=xml >/dev/null 2>&1 || code=$?
  echo "$1: $(sed -nE '/# SKIP/d; s/^((not )?ok) - .*/\1/p' tap | paste -sd' ' -), $code"
}
for each in down up ends rows nobody; do run $each; done >seen
run sums >/dev/null
sed -nE 's/.*<testsuite name="(sums|up)" ([^>]*) time.*/\1: \2/p' xml >>seen
cat seen
is 'runs' "$(cat seen)" 'down: ok, 0
up: not ok, 1
ends: ok, 0
rows: ok ok, 0
nobody: , 0
up: tests="1" failures="0" errors="0" disabled="1" skipped="1"
sums: tests="3" failures="2" errors="1" disabled="1" skipped="1"'
run rows >/dev/null
names=$(sed '/testsuite name="rows"/,/<.testsuite>/!d' xml | grep -oE 'testcase name="[^"]*"' | paste -sd' ' -)
points=$(sed -nE 's/^ok - (rows.*)\([0-9.]+s\)$/\1(time)/p' tap | paste -sd';' -)
echo "rows: $names; $points"
is 'names' "$names; $points" 'testcase name="adds" testcase name="adds"; rows::adds  (time);rows::adds  (time)'
