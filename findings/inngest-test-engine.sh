#!/usr/bin/env bash
# @inngest/test 1.0.0 with inngest 4.24.0 (npm; 2026), functions run by its InngestTestEngine, 2026-11-30.
#
# Guess: execute() rejects where the function fails; a mock of a step that does not exist is an error; a step that
# fails is tried again, and its error reaches the catch of the function, as on the server; results are JSON.
# Behaviour: execute() resolves with an error in its answer. A step that throws ends the run at once: no second try,
# and the catch around it never runs. A mock with an id that no step has is left out, and the real step runs. A Map
# that a step returns is a Map for the next line, where the server hands on {}.
# Seen:
#   the function throws                      resolved, error "no"
#   a step throws, with a catch around it    resolved, error "no", the catch did not run
#   a step that fails the first time         resolved, error "no", 1 call
#   a mock of the step "chrage"              the step "charge" ran
#   a step returns a Map                     it is one
#
# Why it matters: a test that only awaits execute() is green for a function that always fails, a misspelt mock sends
# the real mail, and what undoes a step is never tested. Assert the whole answer, and that the mock was called.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @inngest/test@1.0.0 inngest@4.24.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >run.mjs <<'JS'
import { InngestTestEngine } from '@inngest/test';
import { Inngest } from 'inngest';
const client = new Inngest({ id: 'app', logger: { debug() {}, info() {}, warn() {}, error() {} } });
const no = () => {
  throw new Error('no');
};
let calls = [];
const run = async (name, work, steps = []) => {
  calls = [];
  const unit = client.createFunction({ id: 'f', triggers: [{ event: 'e' }] }, work);
  const end = await new InngestTestEngine({ function: unit, steps }).execute().then(
    ({ result, error }) => `resolved ${JSON.stringify(error ? { error: error.message } : { result })}`,
    () => 'rejected',
  );
  console.log(`${name}: ${end} ${calls.join()}`);
};
await run('throws', no);
await run('caught', async ({ step }) => step.run('charge', no).catch(() => calls.push('undone')));
await run('once', async ({ step }) => step.run('charge', () => (calls.push('call') === 1 ? no() : 'paid')));
await run('mock', async ({ step }) => step.run('charge', () => calls.push('charged')), [{ id: 'chrage', handler: () => 0 }]);
await run('map', async ({ step }) => (await step.run('load', () => new Map([['a', 1]]))) instanceof Map);
process.exit();
JS
seen=$(node run.mjs 2>/dev/null)
echo "$seen"
is 'runs' "$seen" 'throws: resolved {"error":"no"} 
caught: resolved {"error":"no"} 
once: resolved {"error":"no"} call
mock: resolved {"result":1} charged
map: resolved {"result":true} '
