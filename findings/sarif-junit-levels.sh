#!/usr/bin/env bash
# sarif-junit 1.1.4 (npm), on SARIF 2.1.0, 2026-11-29.
#
# Guess: a result without `level` has the level of its rule, as the standard says (3.27.10), so it fails
# where the rule's default is error. A result that is suppressed or that is gone (baselineState absent)
# does not fail. A run that says of itself that it failed is an error.
# Behaviour: each result is a test, and only a `level` written into the result itself makes it fail. An
# error by the default of its rule passes; what is suppressed or gone fails. A scan that did not work
# (executionSuccessful false, exit code 2, no results) is a suite of 0 tests without failures.
# Seen:
#   default of the rule: pass   suppressed: fail   gone: fail
#   the scan that failed: tests="0" failures="0" errors="0", exit code 0
#
# Why it matters: CodeQL and other scanners leave `level` to the rule. Their findings become green tests
# of a suite, and a scanner that could not start becomes a suite in which nothing is wrong. Read SARIF
# itself, with the rules and the invocations.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error sarif-junit@1.1.4 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >write.cjs <<'JS'
const { writeFileSync } = require('node:fs');
const driver = { name: 'demo', version: '1.0.0', rules: [{ id: 'R1', defaultConfiguration: { level: 'error' } }] };
const locations = [{ physicalLocation: { artifactLocation: { uri: 'a.js' }, region: { startLine: 3 } } }];
const result = (text, more) => ({ ruleId: 'R1', ruleIndex: 0, message: { text }, locations, ...more });
const write = (file, run) => writeFileSync(file, JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver }, ...run }] }));
write('scan.sarif', {
  invocations: [{ executionSuccessful: true }],
  results: [
    result('default'),
    result('suppressed', { level: 'error', suppressions: [{ kind: 'inSource' }] }),
    result('gone', { level: 'error', baselineState: 'absent' }),
  ],
});
write('failed.sarif', { invocations: [{ executionSuccessful: false, exitCode: 2 }], results: [] });
JS
node write.cjs
for file in scan failed; do node_modules/.bin/sarif-junit -i $file.sarif -o $file.xml >/dev/null; done
cat scan.xml failed.xml
echo
state() { node -e 'const [, rest] = require("fs").readFileSync("scan.xml", "utf8").split(`${process.argv[1]}" file="a.js"`);
  console.log(rest.startsWith("/>") ? "pass" : "fail")' "$1"; }

is 'default of the rule' "$(state default)" pass
is 'suppressed' "$(state suppressed)" fail
is 'gone' "$(state gone)" fail
is 'the scan that failed' "$(grep -o '<testsuites.*' failed.xml)" '<testsuites tests="0" failures="0" errors="0" skipped="0">'
