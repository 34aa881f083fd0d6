#!/usr/bin/env bash
# xunit-viewer 10.6.1 (npm), console output (-c), 2026-11-28.
#
# Guess: it shows every <testcase> of the file, so a failure in the file is a failure on the page.
# Behaviour: cases of one suite with the same classname and name are one, and the last one stands for
# all. A test that failed and passed when it was run again, or the first row of a table of inputs
# without names, is a pass; the failure is neither shown nor counted. The exit code is 0 in any case.
# Seen:
#   failed, passed   ->  1 passed             passed, failed  ->  1 failure
#   the same two with different classnames    ->  1 passed, 1 failure
#
# Why it matters: its sums are below those of the report, and the one that is dropped may be the one
# that failed: a person who looks at the page sees green where the runner ended with 1. Who writes a
# report by hand or merges several needs names that differ, and who reads one must not key by name.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error xunit-viewer@10.6.1 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

report() { # the classname of the second case, what is in the first, what is in the second
  cat >report.xml <<XML
<testsuites><testsuite name="s"><testcase name="a" classname="k">$2</testcase><testcase name="a" classname="$1">$3</testcase></testsuite></testsuites>
XML
  NO_COLOR=1 node_modules/.bin/xunit-viewer -r report.xml -c -o page.html 2>&1 | grep -E '^[0-9]+ (passed|failure)'
}

first=$(report k '<failure message="no"/>' '')
second=$(report k '' '<failure message="no"/>')
apart=$(report other '<failure message="no"/>' '')
printf 'failed, passed: %s\npassed, failed: %s\ndifferent classnames: %s\n' "$first" "$second" "$apart"
is 'failed, then passed' "$first" '1 passed'
is 'passed, then failed' "$second" '1 failure'
is 'with different classnames' "$(tr ',' '\n' <<<"$apart" | sed 's/^ //' | sort | paste -sd, -)" '1 failure,1 passed'
