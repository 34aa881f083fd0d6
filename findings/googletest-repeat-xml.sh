#!/usr/bin/env bash
# googletest 1.12.1 (Debian 12, package libgtest-dev), --gtest_repeat and the place of its XML, 2026-11-29.
#
# Guess: a report of a repeated run has all its rounds, or the first failure; and xml:FOLDER/ writes
# FOLDER/PROGRAM.xml.
# Behaviour: each round overwrites the file, so a test that failed first and passed then is one that
# passed, failures="0", beside exit code 1. In a folder, a program that runs again leaves the old file
# and writes PROGRAM_1.xml beside it, so that two reports of two builds lie there as one.
# Seen:
#   --gtest_repeat=2, fails then passes    failures="0", exit code 1
#   xml:y/ twice                           a.xml a_1.xml
#
# Why it matters: --gtest_repeat is used to find flaky tests, and its report hides them. A reader that
# takes every file of a folder counts the tests of earlier runs.
set -euo pipefail
command -v g++ >/dev/null && [ -f /usr/include/gtest/gtest.h ] || { echo 'g++ or libgtest-dev is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' libgtest-dev 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >a.cpp <<'CPP'
#include <gtest/gtest.h>
static int turn = 0;
TEST(Flaky, passes_later) { EXPECT_EQ(turn++, 1); }
CPP
g++ -o a a.cpp -lgtest -lgtest_main -lpthread
code=0
./a --gtest_repeat=2 --gtest_output=xml:out.xml >/dev/null || code=$?
sums=$(grep -o '<testsuites [^>]*failures="[0-9]*"' out.xml | grep -o 'failures="[0-9]*"')
for _ in 1 2; do ./a --gtest_output=xml:y/ >/dev/null || true; done
files=$(ls y | paste -sd' ' -)
printf 'repeated: %s, exit %s\nfolder: %s\n' "$sums" "$code" "$files"
is 'sums of a repeated run' "$sums" 'failures="0"'
is 'exit code' "$code" 1
is 'files' "$files" 'a.xml a_1.xml'
