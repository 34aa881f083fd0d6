#!/usr/bin/env bash
# junit-report-merger 9.0.4 (npm; its program is `jrm`), 2026-11-28.
#
# Guess: the merged report holds every suite of every file, one beside the other; its time is a sum.
# Behaviour: suites of one name become one suite, across files. Its counts are summed, its `time` is
# the longest, and everything else (timestamp, attributes) is that of the first. Two cases of one
# classname and name then stand in one suite: a pass and a failure of "math > adds".
# Seen, from two files with a suite "math" of one case each, 1.5 s and 0.2 s:
#   <testsuite name="math" tests="2" failures="1" … time="1.5"> with "adds" twice, one of them failed
# The page says that the time of the ROOT is a maximum by default (--sum-time changes it); it says
# that suites are collected and put together, and not that equal names are united.
#
# Why it matters: suites are often called by the file in its package ("index", "unit"). After the
# merge nothing tells which package a failing test belongs to, and a reader that knows a test by
# suite, class and name sees one test that passed and failed in the same run: a flaky test.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error junit-report-merger@9.0.4 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

echo '<testsuites><testsuite name="math" tests="1" failures="0" time="1.5" hostname="one"><testcase name="adds" classname="math"/></testsuite></testsuites>' >one.xml
echo '<testsuites><testsuite name="math" tests="1" failures="1" time="0.2" hostname="two"><testcase name="adds" classname="math"><failure message="no"/></testcase></testsuite></testsuites>' >two.xml

node_modules/.bin/jrm merged.xml one.xml two.xml
cat merged.xml
is 'number of suites' "$(grep -c '<testsuite ' merged.xml)" 1
is 'the suite' "$(grep -o '<testsuite name.*>' merged.xml)" '<testsuite name="math" tests="2" failures="1" time="1.5" hostname="one">'
is 'cases of one name' "$(grep -c '<testcase name="adds" classname="math"' merged.xml)" 2
