#!/usr/bin/env bash
# turbo 2.11.11 (npm; 2026), a task with a report file, beside its cache, 2026-11-29.
#
# Guess: after a hit, the files of the task are those of the run that it stands for; or what a later run
# has written there is taken away.
# Behaviour: only files that stand in `outputs` are put back. With none, which is the default, a failed run
# leaves its report, and the hit that follows, when the code is as it was before, prints the old "1 passed"
# and ends with 0 beside a report with a failure.
# Seen, tests good, then bad, then good again (exit code, failures in the report):
#   no outputs                  0, 0     1, 1     0, 1 (a hit; "1 passed" is printed)
#   outputs: ["report.xml"]     0, 0     1, 1     0, 0
#
# Why it matters: the two verdicts of one run are opposite, and a step that uploads or judges the report
# sees a failure that is not there, or, the other way round, an old success. Name the report in outputs,
# or run with --force where the report is what counts.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error turbo@2.11.11 >/dev/null
unset NODE_EXTRA_CA_CERTS
export TURBO_TELEMETRY_DISABLED=1 CI=1
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

echo '{ "name": "root", "private": true, "packageManager": "npm@11.0.0", "workspaces": ["p/*"] }' >package.json
mkdir -p p/a
echo '{ "name": "a", "version": "1.0.0", "scripts": { "test": "node test.cjs" } }' >p/a/package.json
cat >p/a/test.cjs <<'JS'
const { readFileSync, writeFileSync } = require('node:fs');
const failures = readFileSync('value', 'utf8').trim() === '1' ? 0 : 1;
writeFileSync('report.xml', `<testsuites failures="${failures}"/>`);
console.log(failures ? '1 failed' : '1 passed');
process.exitCode = failures;
JS
printf 'node_modules\n.turbo\nreport.xml\n' >.gitignore
echo 1 >p/a/value
echo '{ "tasks": { "test": {} } }' >turbo.json
npm i --package-lock-only --no-audit --no-fund >/dev/null 2>&1
git init -q .
git add .
git -c user.name=t -c user.email=t@example.org commit -qm 1

run() {
  local code=0
  echo "$1" >p/a/value
  node_modules/.bin/turbo run test >said 2>&1 || code=$?
  echo "$code, $(tr -dc 0-9 <p/a/report.xml)$(grep -q 'cache hit' said && grep -o '1 passed' said | sed 's/^/, hit, /')"
}
for outputs in '' '"outputs": ["report.xml"]'; do
  echo "{ \"tasks\": { \"test\": { $outputs } } }" >turbo.json
  echo "${outputs:-none}: $(run 1) | $(run 2) | $(run 1)"
done >seen
cat seen
is 'reports' "$(cat seen)" 'none: 0, 0 | 1, 1 | 0, 1, hit, 1 passed
"outputs": ["report.xml"]: 0, 0 | 1, 1 | 0, 0, hit, 1 passed'
