#!/usr/bin/env bash
# check 0.15.2 for C (Debian 12, package check), unchecked fixtures in its TAP and XML, and a name, 2026-11-30.
#
# Guess: a fixture that fails is a failure in each report, and a name that no suite has is an error.
# Behaviour: a setup that fails is in the sums of the text alone. TAP says "1..0", which is a file that skips
# all, and XML has a suite without a test. A teardown that fails ends the program, so TAP has no plan and XML no end;
# with CK_FORK=no it is counted nowhere, and the run is green. A suite or case of a name that nothing has is
# "100%" and exit code 0.
# Seen (exit code, text, TAP, XML):
#   setup fails                  1    0%: Checks: 1, Failures: 1    1..0              whole, no test
#   teardown fails               1    -                             2 ok, no plan     cut, 2 successes
#   teardown fails, no fork      0    100%: Checks: 2               2 ok, 1..2        whole, 2 successes
#   CK_RUN_SUITE=nobody          0    100%: Checks: 0               1..0              whole, no test
#
# Why it matters: the broken data base, read by TAP, is a suite that was skipped on purpose, and a typo in a name
# looks the same. In debugging mode a teardown cannot fail at all.
set -euo pipefail
command -v gcc >/dev/null && [ -f /usr/include/check.h ] || { echo 'gcc or check is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' check 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >a.c <<'C'
#include <check.h>
#include <stdlib.h>
static void setup(void) { if (getenv("BAD_SETUP")) ck_abort_msg("the data base is down"); }
static void teardown(void) { if (getenv("BAD_TEARDOWN")) ck_abort_msg("the data base is still up"); }
START_TEST(one) { ck_assert_int_eq(1, 1); } END_TEST
START_TEST(two) { ck_assert_int_eq(2, 2); } END_TEST
int main(void) {
  Suite *suite = suite_create("s");
  TCase *tcase = tcase_create("c");
  tcase_add_unchecked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, one);
  tcase_add_test(tcase, two);
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_set_xml(runner, "out.xml");
  srunner_set_tap(runner, "out.tap");
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed > 0;
}
C
gcc -o a a.c -lcheck -lsubunit -lrt -lm -lpthread
run() {
  code=0
  text=$(env "$1" "CK_FORK=$2" ./a 2>/dev/null) || code=$?
  xml=$(grep -c 'result="success"' out.xml || true)
  grep -q '</testsuites>' out.xml && xml="$xml whole" || xml="$xml cut"
  echo "$1 $2: $code, $(grep -oE '[0-9]+%.*' <<<"$text" || echo -), $(sed -E 's/^(ok|not ok).*/\1/' out.tap | tr '\n' ' '), $xml"
}
seen=$(run A=1 yes; run BAD_SETUP=1 yes; run BAD_TEARDOWN=1 yes; run BAD_TEARDOWN=1 no; run CK_RUN_SUITE=nobody yes)
echo "$seen"
is 'runs' "$seen" 'A=1 yes: 0, 100%: Checks: 2, Failures: 0, Errors: 0, ok ok 1..2 , 2 whole
BAD_SETUP=1 yes: 1, 0%: Checks: 1, Failures: 1, Errors: 0, 1..0 , 0 whole
BAD_TEARDOWN=1 yes: 1, -, ok ok , 2 cut
BAD_TEARDOWN=1 no: 0, 100%: Checks: 2, Failures: 0, Errors: 0, ok ok 1..2 , 2 whole
CK_RUN_SUITE=nobody yes: 0, 100%: Checks: 0, Failures: 0, Errors: 0, 1..0 , 0 whole'
