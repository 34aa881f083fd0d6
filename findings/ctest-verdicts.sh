#!/usr/bin/env bash
# ctest 3.25.1 (Debian 12, package cmake), properties of tests and its sums, 2026-11-28.
#
# Guess: the exit code of a test's program decides, and WILL_FAIL turns it round, whatever the failure;
# "N% tests passed" is of tests that passed; a folder that has no tests is an error.
# Behaviour: with PASS_REGULAR_EXPRESSION the exit code is not looked at: 3 passes. WILL_FAIL turns an
# exit code round and not an end by a signal or by the time limit: these stay failures. Skipped tests
# count as passed in the line of sums. In a folder without a test file ctest says so and exits with 0.
# Seen, from tests "regex" (prints good, exits with 3), "inverted" (exits with 3, WILL_FAIL), "signal"
# (ends by a signal, WILL_FAIL) and "skipped" (SKIP_RETURN_CODE):
#   75% tests passed, 1 tests failed out of 4     failed: signal     JUnit: regex status="run"    (exit 8)
#   an empty folder: No test configuration file found!     (exit 0; with --no-tests=error 8)
# The manual of cmake-properties describes the first two.
#
# Why it matters: 75 % of four tests passed and two did. A program that prints its banner and then fails
# is a pass with no mark in the JUnit report. A gate that runs ctest in the wrong build folder is green,
# unless it says --no-tests=error.
set -euo pipefail
command -v ctest >/dev/null || { echo 'ctest is not installed'; exit 77; }
ctest --version | head -n 1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

mkdir tests empty
cat >tests/CTestTestfile.cmake <<'CMAKE'
add_test(regex "/bin/sh" "-c" "echo good; exit 3")
set_tests_properties(regex PROPERTIES PASS_REGULAR_EXPRESSION "good")
add_test(inverted "/bin/sh" "-c" "exit 3")
set_tests_properties(inverted PROPERTIES WILL_FAIL TRUE)
add_test(signal "/bin/sh" "-c" "kill -TERM $$")
set_tests_properties(signal PROPERTIES WILL_FAIL TRUE)
add_test(skipped "/bin/sh" "-c" "exit 77")
set_tests_properties(skipped PROPERTIES SKIP_RETURN_CODE 77)
CMAKE

code=0
(cd tests && ctest --output-junit report.xml >../said 2>&1) || code=$?
sums=$(grep 'tests passed' said)
failed=$(sed -n '/tests FAILED/,$p' said | grep -oE '[0-9]+ - [a-z]+' | paste -sd, -)
regex=$(grep -oE 'name="regex".* status="[a-z]*"' tests/report.xml | grep -oE 'status=.*')
echo "$sums; failed: $failed; regex $regex (exit $code)"
is 'sums' "$sums" '75% tests passed, 1 tests failed out of 4'
is 'failed tests' "$failed" '3 - signal'
is 'state of regex' "$regex" 'status="run"'
is 'exit code' "$code" 8

code=0
(cd empty && ctest >../said 2>&1) || code=$?
echo "an empty folder: $(grep -o 'No test configuration file found!' said) (exit $code)"
is 'exit code in an empty folder' "$code" 0
is 'what it says there' "$(grep -o 'No test configuration file found!' said)" 'No test configuration file found!'
code=0
(cd empty && ctest --no-tests=error >/dev/null 2>&1) || code=$?
is 'exit code in an empty folder with --no-tests=error' "$code" 8
