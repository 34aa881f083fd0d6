#!/usr/bin/env bash
# bullmq 6.7.0 (npm; 2026) with ioredis 6.0.0 and a redis-server of its own (seen with 7.0.15), 2026-11-29.
#
# Guess: a job that completed has no failedReason; add() with an id that is taken throws, or answers with
# the job that is there; a flow whose child fails has failed.
# Behaviour: a job that succeeds in its third try is completed and keeps the reason of the second one. add()
# with the id of a job that is done resolves to a job with the new data, in state completed, and nothing
# is stored or run. A parent waits for a failed child for ever: it neither runs nor fails, and no event
# comes for it, unless the child was given an option for that.
# Seen:
#   throws twice, then succeeds      completed, failedReason "try 2"
#   add x { v: 1 }, done, add x { v: 2 }   { v: 2 }, completed; stored { v: 1 }, one run
#   parent of a child that throws    waiting-children; with failParentOnFailure: failed
#
# Why it matters: who lists what failed by its reason lists successes; who retries under the same id reads
# "completed" of another job's work as the result; and a pipeline of agents hangs in silence after one
# failure. Read the state alone, give ids once, and set failParentOnFailure.
set -euo pipefail
command -v redis-server >/dev/null || { echo 'needs redis-server'; exit 77; }
dir=$(mktemp -d)
trap 'kill "$(cat "$dir/pid" 2>/dev/null)" 2>/dev/null; rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --ignore-scripts bullmq@6.7.0 ioredis@6.0.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
redis-server --port 0 --unixsocket "$dir/sock" --pidfile "$dir/pid" --save '' --daemonize yes >/dev/null
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >jobs.mjs <<'JS'
import { setTimeout as wait } from 'node:timers/promises';
import { FlowProducer, Queue, Worker } from 'bullmq';
const connection = { path: `${process.cwd()}/sock`, maxRetriesPerRequest: null };
const queue = (name, run) => {
  new Worker(name, run, { connection }).on('error', () => {});
  return new Queue(name, { connection });
};
const until = async (from, id, states) => {
  for (let left = 100; left > 0; left -= 1) {
    const state = await (await from.getJob(id)).getState();
    if (states.includes(state)) return state;
    await wait(100);
  }
  return 'none of these';
};
const ended = ['completed', 'failed'];

const tries = queue('tries', async ({ attemptsMade }) => {
  if (attemptsMade < 2) throw new Error(`try ${attemptsMade + 1}`);
});
const third = await tries.add('x', {}, { attempts: 3 });
console.log(await until(tries, third.id, ended), (await tries.getJob(third.id)).failedReason);

let runs = 0;
const same = queue('same', async () => { runs += 1; });
await same.add('x', { v: 1 }, { jobId: 'same' });
await until(same, 'same', ended);
const again = await same.add('x', { v: 2 }, { jobId: 'same' });
await wait(1000);
console.log(again.data.v, await again.getState(), (await same.getJob('same')).data.v, runs);

let parents = 0;
const parent = queue('parent', async () => { parents += 1; });
const child = queue('child', async () => { throw new Error('child'); });
const flows = new FlowProducer({ connection });
for (const opts of [{}, { failParentOnFailure: true }]) {
  const { job, children } = await flows.add({ name: 'p', queueName: 'parent', children: [{ name: 'c', queueName: 'child', opts }] });
  await until(child, children[0].job.id, ended);
  await wait(2000);
  console.log(await (await parent.getJob(job.id)).getState(), parents);
}
process.exit(0);
JS
seen=$(node jobs.mjs)
echo "$seen"
is 'jobs' "$seen" 'completed try 2
2 completed 1 1
waiting-children 0
failed 0'
