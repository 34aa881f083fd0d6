#!/usr/bin/env bash
# test-results-parser 0.4.6 and junit-to-ctrf 0.0.14 (npm), a JUnit file with an error of a suite, 2026-11-29.
#
# Guess: a suite with errors="1" and no case, as busted, PHPUnit and others write a file that did not
# load, makes the result a failed one.
# Behaviour: both read cases alone. test-results-parser leaves the suite out and says PASS with 0 errors,
# junit-to-ctrf writes a summary with 2 tests, 2 passed, 0 failed. Both exit with 0. Of the flaky elements
# of Surefire, junit-to-ctrf makes a flaky test that passed, test-results-parser a plain pass.
# Seen, one suite with two passing cases and one with <error> only:
#   test-results-parser    PASS, total 2, errors 0, suites: s
#   junit-to-ctrf          tests 2, passed 2, failed 0
#
# Why it matters: these turn reports into messages for people, and a file that no longer loads is the
# failure that takes most tests away. The attributes of the suites have to be compared with the cases.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error test-results-parser@0.4.6 junit-to-ctrf@0.0.14 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >out.xml <<'XML'
<?xml version="1.0"?>
<testsuites>
<testsuite name="s" tests="2" failures="0" errors="0">
<testcase classname="c" name="ok" time="0.1"/>
<testcase classname="c" name="flaky" time="0.1"><flakyFailure message="once"/></testcase>
</testsuite>
<testsuite name="broken" tests="0" failures="0" errors="1"><error message="did not load"/></testsuite>
</testsuites>
XML
parsed=$(node -p 'const it = require("test-results-parser").parse({ type: "junit", files: ["out.xml"] }); [it.status, it.total, it.errors, it.suites.map(({ name }) => name).join(), it.suites[0].cases[1].status].join(" ")')
code=0
node_modules/.bin/junit-to-ctrf out.xml -o out.json >/dev/null 2>&1 || code=$?
ctrf=$(node -p 'const { summary, tests } = JSON.parse(require("fs").readFileSync("out.json")).results; [summary.tests, summary.passed, summary.failed, tests[1].flaky].join(" ")')
printf 'test-results-parser: %s\njunit-to-ctrf: %s (exit %s)\n' "$parsed" "$ctrf" "$code"
is 'test-results-parser' "$parsed" 'PASS 2 0 s PASS'
is 'junit-to-ctrf' "$ctrf" '2 2 0 true'
is 'exit code' "$code" 0
