#!/usr/bin/env bash
# cmocka 1.1.5 (Debian 12, package libcmocka-dev), its XML report and group fixtures, 2026-11-30.
#
# Guess: each run writes the report anew, and a group teardown that fails is a failure of the run.
# Behaviour: a report that exists is not touched: the new one goes to standard error. A group teardown that
# returns an error is an exit code 0 and a report without an error; TAP alone has a point for it, number 0, which is
# beyond the plan. A skipped test is "not ok" there and has lost its name.
# Seen (exit code / what the report file says):
#   first run, all pass               0    failures="0"
#   second run, a test fails          1    failures="0", byte for byte the first report
#   the group teardown fails          0    errors="0"
#   TAP of that                       1..2 / ok 1 - adds / not ok 2 # SKIP later / not ok 0 - g [  FAILED  ] GROUP TEARDOWN / # ok - g
#
# Why it matters: what collects reports after a run sees the first run for ever, and that one was green. Remove
# the file before each run, or put %g and a name of the run into CMOCKA_XML_FILE.
set -euo pipefail
command -v gcc >/dev/null && [ -f /usr/include/cmocka.h ] || { echo 'gcc or libcmocka-dev is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' libcmocka-dev 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >a.c <<'C'
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
static void adds(void **state) { assert_int_equal(getenv("BROKEN") ? 3 : 2, 2); }
static void later(void **state) { skip(); }
static int teardown(void **state) { return getenv("BAD_TEARDOWN") ? 1 : 0; }
int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(adds), cmocka_unit_test(later)};
  return cmocka_run_group_tests_name("g", tests, NULL, teardown);
}
C
gcc -o a a.c -lcmocka
xml() { code=0; env CMOCKA_MESSAGE_OUTPUT=xml CMOCKA_XML_FILE=out.xml "$@" ./a 2>errors || code=$?; }
xml A=1
is 'the first run' "$code $(grep -o 'failures="[0-9]*"' out.xml)" '0 failures="0"'
cp out.xml first.xml
xml BROKEN=1
echo "second run: $code, in the file $(grep -o 'failures="[0-9]*"' out.xml), in standard error $(grep -o 'failures="[0-9]*"' errors)"
is 'the second run' "$code $(grep -o 'failures="[0-9]*"' errors)" '1 failures="1"'
cmp -s first.xml out.xml || { echo 'changed: the report is written anew'; exit 1; }
rm out.xml
xml BAD_TEARDOWN=1
echo "teardown: $code, $(grep -o 'tests="2".*errors="[0-9]*"' out.xml)"
is 'the teardown' "$code $(grep -o 'tests="2".*errors="[0-9]*"' out.xml)" '0 tests="2" failures="0" errors="0"'
seen=$(env CMOCKA_MESSAGE_OUTPUT=tap BAD_TEARDOWN=1 ./a 2>&1)
echo "$seen"
is 'TAP' "$seen" '1..2
ok 1 - adds
not ok 2 # SKIP later
not ok 0 - g [  FAILED  ] GROUP TEARDOWN
# ok - g'
