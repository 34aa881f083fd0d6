#!/usr/bin/env bash
# CUnit 2.1-3 (Debian 12, package libcunit1-dev), a suite whose initialization fails, 2026-11-30.
#
# Guess: the tests of that suite count as failed, as the program returns CU_get_number_of_failures().
# Behaviour: none of them runs, and every count of tests and of failures is 0, so the usual main() ends with 0.
# CU_get_number_of_suites_failed() alone is 1. The same after a cleanup that fails. Its JUnit report has no
# case and no suite then, says tests="0" also where two passed, and is no XML: it ends with another element than
# it begins with.
# Seen (exit code, failures, tests failed, tests run, suites failed):
#   all pass             0 0 0 2 0
#   the init fails       0 0 0 0 1
#   the cleanup fails    0 0 0 2 1
#
# Why it matters: the data base is down, no test has run, and the run is green. Return the sum of
# CU_get_number_of_failures() and CU_get_number_of_suites_failed(), or call CU_set_error_action(CUA_FAIL).
set -euo pipefail
command -v gcc >/dev/null && [ -f /usr/include/CUnit/Basic.h ] || { echo 'gcc or libcunit1-dev is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' libcunit1-dev 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >a.c <<'C'
#include <CUnit/Automated.h>
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
static int init(void) { return getenv("BAD_INIT") ? 1 : 0; }
static int cleanup(void) { return getenv("BAD_CLEANUP") ? 1 : 0; }
static void one(void) { CU_ASSERT_EQUAL(1, 1); }
int main(void) {
  CU_initialize_registry();
  CU_pSuite suite = CU_add_suite("s", init, cleanup);
  CU_add_test(suite, "one", one);
  CU_add_test(suite, "two", one);
  if (getenv("JUNIT")) {
    CU_set_output_filename("cu");
    CU_automated_enable_junit_xml(CU_TRUE);
    CU_automated_run_tests();
  } else CU_basic_run_tests();
  unsigned failures = CU_get_number_of_failures();
  printf("\ncounts: %u %u %u %u\n", failures, CU_get_number_of_tests_failed(), CU_get_number_of_tests_run(), CU_get_number_of_suites_failed());
  CU_cleanup_registry();
  return failures > 0;
}
C
gcc -o a a.c -lcunit
run() { code=0; said=$(env "$1=1" ./a) || code=$?; echo "$1: $code $(sed -n 's/^counts: //p' <<<"$said")"; }
seen=$(run NOTHING; run BAD_INIT; run BAD_CLEANUP)
echo "$seen"
is 'counts' "$seen" 'NOTHING: 0 0 0 2 0
BAD_INIT: 0 0 0 0 1
BAD_CLEANUP: 0 0 0 2 1'
tags() { env JUNIT=1 "$1=1" ./a >/dev/null; grep -oE '</?(testsuites|testsuite|testcase|CUNIT_TEST_RUN_REPORT)\b( .*tests="[0-9]")?' cu-Results.xml | sed -E 's/ .*(tests=)/ \1/' | tr '\n' ' '; }
echo "JUnit: $(tags NOTHING)/ $(tags BAD_INIT)"
is 'JUnit' "$(tags NOTHING)/ $(tags BAD_INIT)" '<testsuites tests="0" <testsuite tests="2" <testcase <testcase </CUNIT_TEST_RUN_REPORT / <testsuites tests="0" </CUNIT_TEST_RUN_REPORT '
