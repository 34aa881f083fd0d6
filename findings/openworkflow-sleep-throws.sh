#!/usr/bin/env bash
# openworkflow 0.10.1 (npm; November 2026) with its SQLite store, on Node 26.10.0, a durable sleep, 2026-11-30.
#
# Guess: code around a durable step behaves as around any await: `catch` is for errors, `finally` runs once, and
# allSettled waits for all.
# Behaviour: to pause, step.sleep throws an error of its own (SleepSignalError) through the workflow. A catch
# around it ends the sleep at once, and the run is completed with what the catch returns. `finally` runs at the
# pause and again at the end. In allSettled the sleep is "rejected", though it only began.
# Seen (result of the run, what the code noted):
#   try { sleep 1 min } catch { return 'gave up' }     "gave up" at once, caught SleepSignalError
#   try { sleep; return 'done' } finally { note }      "done", noted twice
#   allSettled([sleep 1 min, step])                    ["rejected","fulfilled"] at once
# Issue 48 of its repository (November 2025, closed) asks to make that error uncatchable.
#
# Why it matters: a lease that is given back in `finally` is given back while the run sleeps, and one general
# catch makes a run that waited for approval a completed one. Let errors of that name through.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error openworkflow@0.10.1 node@26.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >run.mjs <<'JS'
import { OpenWorkflow } from 'openworkflow';
import { BackendSqlite } from 'openworkflow/sqlite';
const flows = new OpenWorkflow({ backend: BackendSqlite.connect(':memory:') });
const notes = [];
const define = (name, run) => flows.defineWorkflow({ name }, run);
const all = [
  define('catch', async ({ step }) => {
    try {
      await step.sleep('pause', '1m');
      return 'slept';
    } catch (error) {
      notes.push(`caught ${error.name}`);
      return 'gave up';
    }
  }),
  define('finally', async ({ step }) => {
    try {
      await step.sleep('pause', '50ms');
      return 'done';
    } finally {
      notes.push('finally');
    }
  }),
  define('settled', async ({ step }) => {
    const settled = await Promise.allSettled([step.sleep('pause', '1m'), step.run({ name: 's' }, async () => 1)]);
    return settled.map(({ status }) => status);
  }),
];
await flows.newWorker({ concurrency: 1 }).start();
for (const flow of all) {
  const run = await flow.run({});
  console.log(`${JSON.stringify(await run.result())} ${notes.splice(0).join(', ')}`.trim());
}
process.exit(0);
JS
seen=$(timeout 40 node_modules/.bin/node run.mjs 2>/dev/null)
echo "$seen"
is 'runs' "$seen" '"gave up" caught SleepSignalError
"done" finally, finally
["rejected","fulfilled"]'
