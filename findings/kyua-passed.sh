#!/usr/bin/env bash
# Kyua 0.13 with ATF 0.21 (Debian 12, packages kyua and atf-sh), its sums, JUnit and a program of TAP, 2026-11-30.
#
# Guess: "N passed" counts tests that passed; JUnit says which failures were expected; a program that writes TAP is
# read point by point, with its skips and todos.
# Behaviour: what was skipped and what was expected to fail is counted as passed. In JUnit an expected failure is a
# case without anything but text in its `system-err`, where any test prints. A TAP program is one test with the name
# "main", and passes with a point that is todo and one that is skipped. The suite of the JUnit has no sums.
# Seen:
#   one passes, one is skipped, one is expected to fail, one TAP program   "4/4 passed (0 failed)", exit code 0
#   JUnit   skips: <skipped/>   known: nothing   main: nothing   <testsuite> without attributes
#   an ATF test that is skipped and whose cleanup fails: broken
#
# Why it matters: "all passed" is true of a program that skips all. Read `kyua report`, which has a line for each
# kind, and write TAP programs to TAP of their own.
set -euo pipefail
command -v kyua >/dev/null && [ -x /usr/bin/atf-sh ] || { echo 'kyua or atf-sh is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' kyua atf-sh 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export HOME=$dir
printf 'syntax(2)\ntest_suite("sum")\natf_test_program{name="sum.sh"}\ntap_test_program{name="points.sh"}\n' >Kyuafile
cat >sum.sh <<'ATF'
#!/usr/bin/atf-sh
atf_test_case adds
adds_body() { atf_check_equal 3 $((1 + 2)); }
atf_test_case skips
skips_body() { atf_skip later; }
atf_test_case known
known_body() { atf_expect_fail 'issue 1'; atf_fail no; }
atf_init_test_cases() { for each in adds skips known; do atf_add_test_case $each; done; }
ATF
cat >points.sh <<'SH'
#!/bin/sh
printf '1..3\nok 1 - adds\nnot ok 2 - divides # TODO later\nok 3 - waits # SKIP no server\n'
SH
chmod +x sum.sh points.sh
code=0
kyua test -r results.db >out || code=$?
said=$(tail -n 1 out)
kyua report-junit -r results.db >report.xml
cases=$(grep -E '<testcase|<(skipped|failure|error)' report.xml | sed -E 's/.*name="([a-z]+)".*/\1/; s/<(skipped|failure|error).*/ \1/' | paste -sd' ' -)
suite=$(grep '<testsuite' report.xml)
echo "$said, exit code $code; JUnit: $suite $cases"
is 'sums' "$said $code" '4/4 passed (0 failed) 0'
is 'cases' "$suite $cases" '<testsuite> main adds known skips  skipped'
