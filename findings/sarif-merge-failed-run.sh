#!/usr/bin/env bash
# @microsoft/sarif-multitool 5.7.0 (npm; 2026), `merge`, on SARIF 2.1.0, 2026-11-29.
#
# Guess: each run of the inputs is a run of the merged log, with its own invocations and its own id in
# automationDetails. A run that failed before it found anything is the one that must not get lost.
# Behaviour: runs of one tool become one, with the id of one of them. A run without results is left out,
# and with it the invocation that says executionSuccessful false, its exit code and its error. With
# --merge-empty-logs its id stands on the merged run, and still not its invocation. A failed run that
# has a result keeps its invocation. The same result in two runs is one. All of it exits with 0.
# Seen, of linux/1 (worked, one result) and windows/1 (failed, exit code 2, no results):
#   merge:                    1 run, linux/1,   invocations true, 1 result
#   merge --merge-empty-logs: 1 run, windows/1, invocations true, 1 result
#   merge of windows/1 alone: 0 runs
#
# Why it matters: the merged log of a matrix says that all scans worked when one never ran, and it can
# say so under the name of the one that never ran. Judge the logs one by one before they are merged.
set -euo pipefail
[ "$(uname -sm)" = 'Linux x86_64' ] || { echo 'needs Linux on x86_64'; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @microsoft/sarif-multitool@5.7.0 @microsoft/sarif-multitool-linux@5.7.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }
export DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1

cat >write.cjs <<'JS'
const { writeFileSync } = require('node:fs');
const driver = { name: 'demo', version: '1.0.0', rules: [{ id: 'R1' }] };
const locations = [{ physicalLocation: { artifactLocation: { uri: 'a.js' }, region: { startLine: 3 } } }];
const failed = { executionSuccessful: false, exitCode: 2, toolExecutionNotifications: [{ level: 'error', message: { text: 'no config' } }] };
const write = (name, invocation, results) =>
  writeFileSync(`${name}.sarif`, JSON.stringify({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, automationDetails: { id: `${name}/1` }, invocations: [invocation], results }],
  }));
write('linux', { executionSuccessful: true }, [{ ruleId: 'R1', ruleIndex: 0, message: { text: 'found' }, locations }]);
write('windows', failed, []);
JS
node write.cjs
merged() {
  local code=0
  node_modules/.bin/sarif-multitool merge "$@" --output-directory out --output-file merged.sarif --log ForceOverwrite >/dev/null 2>&1 || code=$?
  node -p 'const { runs } = JSON.parse(require("fs").readFileSync("out/merged.sarif", "utf8").replace(/^\uFEFF/, ""));
    [`exit ${process.argv[1]}`, ...runs.map((run) => `${run.automationDetails?.id} ${run.invocations?.map((i) => i.executionSuccessful)} ${run.results.length}`)].join("; ")' "$code"
}

both=$(merged linux.sarif windows.sarif)
empty=$(merged linux.sarif windows.sarif --merge-empty-logs)
alone=$(merged windows.sarif)
printf '%s\n' "merge: $both" "with --merge-empty-logs: $empty" "the failed run alone: $alone"
is 'merge' "$both" 'exit 0; linux/1 true 1'
is 'with --merge-empty-logs' "$empty" 'exit 0; windows/1 true 1'
is 'the failed run alone' "$alone" 'exit 0'
