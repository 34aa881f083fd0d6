#!/usr/bin/env bash
# Catch2 2.13.10 (Debian 12, package catch2), its JUnit reporter and a name that matches nothing, 2026-11-30.
#
# Guess: `tests` counts the cases, each case has one verdict, and a run without a test fails.
# Behaviour: `tests` counts assertions, and one more for a case that should have failed and did not; that case
# has no <failure>, and failures="1" stands above it. A failure that is expected is skipped and failed at once.
# A case without an assertion is not in the report, though it ran. A name that matches nothing ends with 0.
# Seen (exit code, sums, elements), each case alone:
#   two assertions hold             0    tests="2" failures="0"    testcase
#   [!shouldfail] fails             0    tests="1" failures="0"    testcase skipped failure
#   [!shouldfail] passes            1    tests="2" failures="1"    testcase
#   no assertion, it ran            0    tests="0" failures="0"
#   a name that nothing has         0    tests="0" failures="0"
#
# Why it matters: a reader of elements sees a pass where the sums have a failure, and a failure where they
# have none; "how many tests" is an answer to another question. A case that was emptied is gone, like a typo in its name.
set -euo pipefail
command -v g++ >/dev/null && [ -f /usr/include/catch2/catch.hpp ] || { echo 'g++ or catch2 is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' catch2 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >a.cpp <<'CPP'
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
TEST_CASE("two") { REQUIRE(1 == 1); REQUIRE(2 == 2); }
TEST_CASE("broken", "[!shouldfail]") { REQUIRE(1 == 2); }
TEST_CASE("fixed", "[!shouldfail]") { REQUIRE(1 == 1); }
TEST_CASE("empty") {}
CPP
g++ -o a a.cpp
run() {
  code=0
  ./a "$1" -r junit >out.xml 2>/dev/null || code=$?
  echo "$1: $code $(grep -o 'failures="[0-9]*" tests="[0-9]*"' out.xml) $(grep -oE '<(testcase|failure|error|skipped)' out.xml | tr '\n' ' ')"
}
seen=$(for each in two broken fixed empty nobody; do run $each; done | sed 's/ *$//')
echo "$seen"
is 'cases' "$seen" 'two: 0 failures="0" tests="2" <testcase
broken: 0 failures="0" tests="1" <testcase <skipped <failure
fixed: 1 failures="1" tests="2" <testcase
empty: 0 failures="0" tests="0"
nobody: 0 failures="0" tests="0"'
