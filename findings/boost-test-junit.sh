#!/usr/bin/env bash
# Boost.Test 1.74 (Debian 12, package libboost-test-dev), its JUnit log, 2026-11-30.
#
# Guess: `tests` counts the cases that ran, and a global fixture that fails, fails the run.
# Behaviour: a case with a BOOST_TEST_WARN that does not hold is in no sum, though it passes. A global teardown
# with an error is a case with a <failure>, of the name boost_test-setup-teardown, under failures="0" and with exit
# code 0. After a setup that failed all cases count as tests, and none of them ran. A case with
# expected_failures(2) that fails once, not twice, is green, and a failed case in the log.
# Seen (exit code, sums, failed cases):
#   a warning                           0      tests="0" failures="0"
#   two were expected, one failed       0      tests="1" failures="0"    case expects_two
#   the global teardown fails           0      tests="1" failures="0"    case boost_test-setup-teardown
#   the global setup fails              200    tests="3" failures="0"    case boost_test-setup-teardown
#
# Why it matters: by its sums every run here is green, by its elements three of four have failed, and the exit code
# agrees with neither. A file whose cases all warn is "no tests".
set -euo pipefail
command -v g++ >/dev/null && [ -f /usr/include/boost/test/included/unit_test.hpp ] || { echo 'g++ or libboost-test-dev is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' libboost-test-dev 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >a.cpp <<'CPP'
#define BOOST_TEST_MODULE m
#include <boost/test/included/unit_test.hpp>
#include <cstdlib>
BOOST_AUTO_TEST_CASE(warns) { BOOST_TEST_WARN(1 == 2); }
BOOST_AUTO_TEST_CASE(holds) { BOOST_TEST(1 == 1); }
BOOST_AUTO_TEST_CASE(expects_two, *boost::unit_test::expected_failures(2)) { BOOST_TEST(1 == 2); }
struct Fixture {
  void setup() { if (std::getenv("BAD_SETUP")) BOOST_FAIL("the data base is down"); }
  void teardown() { if (std::getenv("BAD_TEARDOWN")) BOOST_ERROR("the data base is still up"); }
};
BOOST_TEST_GLOBAL_FIXTURE(Fixture);
CPP
g++ -w -o a a.cpp
run() {
  code=0
  env "$2=1" ./a --run_test="$1" --log_format=JUNIT --log_sink=out.xml >/dev/null 2>&1 || code=$?
  failed=$(tr '\n' ' ' <out.xml | grep -oE '<testcase[^>]*name="[^"]*"[^>]*> <failure' | grep -o ' name="[^"]*"' || true)
  echo "$1 $2: $code $(grep -oE '<testsuite tests="[0-9]*"' out.xml | grep -o 'tests=.*') $(grep -o 'failures="[0-9]*"' out.xml)$failed"
}
seen=$(run holds A; run warns A; run expects_two A; run holds BAD_TEARDOWN; run holds BAD_SETUP)
echo "$seen"
is 'cases' "$seen" 'holds A: 0 tests="1" failures="0"
warns A: 0 tests="0" failures="0"
expects_two A: 0 tests="1" failures="0" name="expects_two"
holds BAD_TEARDOWN: 0 tests="1" failures="0" name="boost_test-setup-teardown"
holds BAD_SETUP: 200 tests="3" failures="0" name="boost_test-setup-teardown"'
