#!/usr/bin/env bash
# @mastra/core 1.71.0 (npm; 2026) on Node 26.10.0, its workflows, 2026-11-29.
#
# Guess: a condition that throws fails the run, in branch as in a loop. bail() ends the run with its
# value wherever a step calls it. What a step returns is checked against its outputSchema.
# Behaviour: in branch a condition that throws counts as false, with a line in the log; the run is a
# success, and if no branch was chosen the next step gets {}. In dountil the same error makes start()
# reject, where a step that throws gives the status failed. bail() ends the run at the top level alone:
# in parallel, branch and a nested workflow the next step runs, with the value as the step's result.
# What breaks the outputSchema goes on to the next step.
# Seen (status of the run; what the last step got):
#   branch, its only condition throws: success; {}        dountil, condition throws: rejects
#   bail in parallel / nested: success; {"a":"early"} / "early"      at the top: success, step not run
#
# Why it matters: "if the check fails, repair" does nothing when the check cannot run, and the run is
# green. A way out that works in a flat workflow stops to work when its step is moved into a branch.
# Conditions should not throw, and a step should name the verdict it goes on from.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @mastra/core@1.71.0 zod@4.6.7 node@26.10.0 >/dev/null
unset NODE_EXTRA_CA_CERTS NODE_OPTIONS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH"
cat >flows.mjs <<'JS'
import { createStep, createWorkflow } from '@mastra/core/workflows';
import * as z from 'zod';
const any = z.any();
const workflow = (id) => createWorkflow({ id, inputSchema: any, outputSchema: any });
const step = (id, execute, outputSchema = any) => createStep({ id, inputSchema: any, outputSchema, execute });
const throws = async () => {
  throw new Error('condition');
};
const bails = step('a', async ({ bail }) => bail('early'));
let got;
const last = step('last', async ({ inputData }) => {
  got = inputData;
  return 'end';
});
const flows = {
  'branch, condition throws': (flow) => flow.branch([[throws, step('a', async () => 1)]]),
  'dountil, condition throws': (flow) => flow.dountil(step('a', async () => 1), throws),
  'bail at the top': (flow) => flow.then(bails),
  'bail in parallel': (flow) => flow.parallel([bails]),
  'bail in branch': (flow) => flow.branch([[async () => true, bails]]),
  'bail nested': (flow) => flow.then(workflow('inner').then(bails).commit()),
  'not of the schema': (flow) => flow.then(step('a', async () => 'text', z.object({ n: z.number() }))),
};
for (const [name, build] of Object.entries(flows)) {
  got = 'not run';
  const run = await build(workflow('w')).then(last).commit().createRun();
  const status = await run.start({ inputData: {} }).then((result) => result.status, () => 'rejects');
  console.log(`${name}: ${status}; ${JSON.stringify(got)}`);
}
process.exit(0);
JS

seen=$(node flows.mjs 2>/dev/null | grep -E '^(branch|dountil|bail|not of)')
echo "$seen"
is 'workflows' "$seen" 'branch, condition throws: success; {}
dountil, condition throws: rejects; "not run"
bail at the top: success; "not run"
bail in parallel: success; {"a":"early"}
bail in branch: success; {"a":"early"}
bail nested: success; "early"
not of the schema: success; "text"'
