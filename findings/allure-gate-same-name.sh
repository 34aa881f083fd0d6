#!/usr/bin/env bash
# allure 3.18.0 (npm; November 2026) on Node 26.10.0, `allure quality-gate` over JUnit XML, 2026-11-30.
#
# Guess: --max-failures 0 fails when a file has a failure. --success-rate 1 wants every test to pass.
# Behaviour: cases with one class and one name are attempts of one test, across suites, and the one that
# stands last counts. The failure before it is a retry: no rule sees it. An error that a suite has, and no
# case, is no test at all. With --max-failures alone a folder without a result passes too.
# Seen, two packages with a case "math > adds" each (exit code):
#   the first fails, the second passes    0 with --max-failures 0, with --success-rate 1 too
#   the same and --min-tests-count 2      1: it counts one test
#   the first passes, the second fails    1
#   a suite with errors="1" alone         0 with --max-failures 0, 1 with --success-rate 1
#   no result                             0 with --max-failures 0, 1 with --success-rate 1
# Allure's page on the gate speaks of the number of failed tests, and not of how JUnit names one.
#
# Why it matters: "math" in two packages, or "index", is one test, and which of the two counts is the order
# of suites. Give each package a class of its own, and always set --min-tests-count.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error allure@3.18.0 node@26.10.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export HOME="$dir/home"
mkdir home results
gate() {
  local code=0
  node_modules/.bin/node node_modules/allure/cli.js quality-gate "$@" results >said 2>&1 || code=$?
  echo "$code"
}
suite() { echo "<testsuite name=\"packages/$1\" tests=\"1\"><testcase classname=\"math\" name=\"adds\">$2</testcase></testsuite>"; }
no='<failure message="no"/>'
report() { echo "<testsuites>$1</testsuites>" >results/r.xml; }
both() { echo "$(gate --max-failures 0) $(gate --success-rate 1)"; }

report "$(suite a "$no")$(suite b '')"
first="$(both), $(gate --max-failures 0 --min-tests-count 2)"
report "$(suite a '')$(suite b "$no")"
second=$(both)
report '<testsuite name="s" tests="0" errors="1"><error message="did not load"/></testsuite>'
broken=$(both)
rm results/r.xml
none=$(both)
printf 'the first fails: %s\nthe second fails: %s\nsuite error: %s\nno result: %s\n' "$first" "$second" "$broken" "$none"
is 'the first fails' "$first" '0 0, 1'
is 'the second fails' "$second" '1 1'
is 'suite error' "$broken" '0 1'
is 'no result' "$none" '0 1'
