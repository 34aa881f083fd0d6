#!/usr/bin/env bash
# doctest 2.4.9 for C++ (Debian 12, package doctest-dev), its JUnit reporter, 2026-11-30.
#
# Guess: the report says of each case what the summary says of it, and `tests` counts the cases.
# Behaviour: `tests` counts assertions, so a case without one is none. A WARN, which never fails a case,
# is a <failure>, and so is a failure that may_fail() or should_fail() expects, all with exit code 0. The other way
# round a should_fail() case that passes, and one that ran over its timeout, fail the run, and are passes in
# the report.
# Seen (exit code, sums, elements in the case), each case alone:
#   WARN that does not hold     0    tests="0" failures="1"    failure
#   may_fail, should_fail       0    tests="1" failures="1"    failure
#   should_fail that passes     1    tests="1" failures="0"    -
#   over its timeout            1    tests="1" failures="0"    -
#
# Why it matters: four of five verdicts are the opposite of the run's, in both directions. Neither the report
# nor the exit code may be dropped: read the reason from the text, and hold where they disagree.
set -euo pipefail
command -v g++ >/dev/null && [ -f /usr/include/doctest/doctest.h ] || { echo 'g++ or doctest-dev is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' doctest-dev 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >a.cpp <<'CPP'
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
TEST_CASE("passes") { CHECK(1 == 1); }
TEST_CASE("warns") { WARN(1 == 2); }
TEST_CASE("may" * doctest::may_fail()) { CHECK(1 == 2); }
TEST_CASE("should" * doctest::should_fail()) { CHECK(1 == 2); }
TEST_CASE("fixed" * doctest::should_fail()) { CHECK(1 == 1); }
TEST_CASE("slow" * doctest::timeout(0.000000001)) { CHECK(1 == 1); }
CPP
g++ -o a a.cpp
run() {
  code=0
  ./a -tc="$1" -r=junit >out.xml || code=$?
  echo "$1: $code $(grep -o 'failures="[0-9]*" tests="[0-9]*"' out.xml) $(grep -oE '<(failure|error|skipped)' out.xml || echo -)"
}
seen=$(for each in passes warns may should fixed slow; do run $each; done)
echo "$seen"
is 'cases' "$seen" 'passes: 0 failures="0" tests="1" -
warns: 0 failures="1" tests="0" <failure
may: 0 failures="1" tests="1" <failure
should: 0 failures="1" tests="1" <failure
fixed: 1 failures="0" tests="1" -
slow: 1 failures="0" tests="1" -'
