#!/usr/bin/env bash
# @web/test-runner 1.0.0, its junit-reporter 0.8.0 (npm; 2026), in chromium 156 of Debian 12, 2026-11-30.
#
# Guess: each test of the run is a case. A test that did not run, since a before hook failed, is no pass, and a
# file that does not load is an error.
# Behaviour: a test outside of any describe is in no suite, and so is a file that does not load: both failures
# are nowhere in the report. A test behind a before hook that threw is a plain case, which is a pass. What is
# right is the exit code.
# Seen (exit code; what the report has):
#   a failing test at the top of the file    1; no suite
#   the same in a describe                   1; failures="1"
#   before() throws, one test behind it      1; tests="1" failures="0", the test without a result
#   a file that imports what is not there    1; no suite
#
# Why it matters: the report is what CI shows and what is merged with those of other browsers, and in three of
# these four runs it has no failure. Put a describe around every file, and compare with the exit code.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v chromium >/dev/null || { echo 'chromium is not installed'; exit 77; }
npm i --prefix . --no-audit --no-fund --loglevel=error --legacy-peer-deps @web/test-runner@1.0.0 @web/test-runner-junit-reporter@0.8.0 @web/test-runner-chrome@0.18.1 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

mkdir work
cd work
echo '{ "type": "module" }' >package.json
cat >wtr.config.mjs <<JS
import { chromeLauncher } from '@web/test-runner-chrome';
import { junitReporter } from '@web/test-runner-junit-reporter';
const args = ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'];
export default {
  files: ['*.test.js'],
  browsers: [chromeLauncher({ launchOptions: { executablePath: '$(command -v chromium)', args } })],
  reporters: [junitReporter({ outputPath: './report.xml', reportLogs: false })],
};
JS
run() {
  local code=0
  echo "$1" >t.test.js
  rm -f report.xml
  timeout 60 ../node_modules/.bin/wtr --config wtr.config.mjs >said 2>&1 </dev/null || code=$?
  echo "$code; $(grep -oE '<testsuite |tests="[0-9]+"|failures="[0-9]+"|<testcase[^>]*/>|<failure' report.xml | sed -E 's/ (time|classname|file)="[^"]*"//g; s/[</>]//g' | paste -sd' ' -)"
}
top=$(run "it('fails', () => { throw new Error('no'); });")
inside=$(run "describe('d', () => { it('fails', () => { throw new Error('no'); }); });")
hook=$(run "describe('d', () => { before(() => { throw new Error('no'); }); it('never', () => {}); });")
broken=$(run "import './nowhere.js'; describe('d', () => { it('never', () => {}); });")
printf 'top: %s\ninside: %s\nhook: %s\nbroken: %s\n' "$top" "$inside" "$hook" "$broken"
is 'at the top' "$top" '1; '
is 'in a describe' "$inside" '1; testsuite  tests="1" failures="1" failure'
is 'a before hook' "$hook" '1; testsuite  tests="1" failures="0" testcase name="never"'
is 'a broken file' "$broken" '1; '
