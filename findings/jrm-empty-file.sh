#!/usr/bin/env bash
# junit-report-merger 9.0.4 (npm; its program is `jrm`), 2026-11-28.
#
# Guess: a report file of no bytes, or one that holds an error page instead of a report, makes the
# merge fail, or is at least not counted.
# Behaviour: both count as "processed" and the exit code is 0. The empty file leaves no trace in the
# merged report. The tags of the error page are copied into <testsuites>, beside the suites.
# Seen:
#   Done. 2 files processed.                         (exit 0; one of the two had no bytes)
#   <testsuites tests="1" failures="0" …> <testsuite name="sums" …/> <html> <body>502</body> </html>
# The page of the package does not speak of files that are no reports.
#
# Why it matters: a runner that was killed before it wrote leaves an empty file. The merged report of
# a matrix is then whole, well-formed and green, and only the number of suites tells that one is gone.
# A reader of merged reports has to know how many parts it expects.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error junit-report-merger@9.0.4 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

echo '<testsuites><testsuite name="sums" tests="1" failures="0"><testcase name="adds"/></testsuite></testsuites>' >good.xml
: >empty.xml
echo '<html><body>502</body></html>' >page.xml

code=0
said=$(node_modules/.bin/jrm merged.xml good.xml empty.xml) || code=$?
echo "$said (exit $code)"
is 'exit code with an empty file' "$code" 0
is 'files of which one is empty' "$said" 'Done. 2 files processed.'
is 'test cases' "$(grep -c '<testcase ' merged.xml)" 1

code=0
node_modules/.bin/jrm merged.xml good.xml page.xml >/dev/null || code=$?
cat merged.xml
is 'exit code with a page' "$code" 0
is 'the page in the report' "$(grep -c '<body>502</body>' merged.xml)" 1
is 'sums of the root' "$(grep -o '<testsuites tests="1" failures="0"' merged.xml)" '<testsuites tests="1" failures="0"'
