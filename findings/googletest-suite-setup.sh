#!/usr/bin/env bash
# googletest 1.12.1 (Debian 12, package libgtest-dev), SetUpTestSuite, XML report, 2026-11-29.
#
# Guess: GTEST_SKIP() in SetUpTestSuite skips the tests of the suite, and FAIL() there fails them.
# Behaviour: the other way round. A skip there is forgotten, and the tests run. After a failure there the
# tests do not run and are "skipped" in the XML, with failures="0" in every sum; only the exit code is 1.
# Seen, each suite with one test, alone:
#   SetUpTestSuite      test in the XML         failures    skipped    exit code
#   GTEST_SKIP()        completed, failure      1           0          1
#   FAIL()              skipped                 0           1          1
# The guide describes GTEST_SKIP in SetUp of a test, not in that of a suite.
#
# Why it matters: a broken data base is a run of skipped tests in a report, and a missing one, which the
# author meant to skip, is a failure. Skipped tests of a run with exit code 1 are no harmless ones.
set -euo pipefail
command -v g++ >/dev/null && [ -f /usr/include/gtest/gtest.h ] || { echo 'g++ or libgtest-dev is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' libgtest-dev 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >a.cpp <<'CPP'
#include <gtest/gtest.h>
struct Skips : testing::Test { static void SetUpTestSuite() { GTEST_SKIP() << "no data base"; } };
TEST_F(Skips, one) { EXPECT_EQ(1, 2); }
struct Fails : testing::Test { static void SetUpTestSuite() { FAIL() << "the data base is down"; } };
TEST_F(Fails, one) { EXPECT_EQ(1, 1); }
CPP
g++ -o a a.cpp -lgtest -lgtest_main -lpthread
run() {
  code=0
  ./a --gtest_filter="$1.*" --gtest_output=xml:out.xml >/dev/null || code=$?
  says="$(grep -o '<testsuite [^>]*failures="[0-9]*"' out.xml | grep -o 'failures="[0-9]*"') $(grep -o 'result="[a-z]*"' out.xml) $(grep -oE '<(failure|skipped) ' out.xml | head -n 1) $code"
  echo "$1: $says"
}
run Skips
is 'a skip in SetUpTestSuite' "$says" 'failures="1" result="completed" <failure  1'
run Fails
is 'a failure in SetUpTestSuite' "$says" 'failures="0" result="skipped" <skipped  1'
