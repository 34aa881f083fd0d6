#!/usr/bin/env bash
# p-map 7.1.1, p-limit 7.3.3, es-toolkit 1.53.2, radashi 12.9.6, async 3.2.6, tiny-async-pool 2.1.0, bottleneck 2.19.5,
# @supercharge/promise-pool 3.3.0 and effect 4.1.0 (npm), eight jobs, two at a time, the second one fails, 2026-11-30.
#
# Guess: the caller gets the error, and no job is started after that.
# Behaviour: four of nine do that. Three give the error at once, and go on to start all others behind the back of the
# caller: es-toolkit, whose mapAsync has the concurrency built in, as p-limit and bottleneck with Promise.all. radashi
# runs all and rejects at the end, and promise-pool resolves, with a list that has no place for what failed.
# Seen (jobs started when the caller hears, jobs started in all, outcome):
#   p-map, async, tiny-async-pool, effect     2 2    rejects
#   p-limit, es-toolkit                       3 8    rejects
#   bottleneck                                2 8    rejects
#   radashi                                   8 8    rejects
#   promise-pool                              8 8    resolves, 7 results, without a gap
#
# Why it matters: after "the deployment failed" six more hosts are deployed to, while the caller rolls back. Pass
# a signal and look at it in the job, or use a pool of the first row.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error p-map@7.1.1 p-limit@7.3.3 es-toolkit@1.53.2 radashi@12.9.6 async@3.2.6 tiny-async-pool@2.1.0 bottleneck@2.19.5 @supercharge/promise-pool@3.3.0 effect@4.1.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >ask.mjs <<'JS'
import { PromisePool } from '@supercharge/promise-pool';
import async from 'async';
import Bottleneck from 'bottleneck';
import { Effect } from 'effect';
import * as toolkit from 'es-toolkit';
import pLimit from 'p-limit';
import pMap from 'p-map';
import * as radashi from 'radashi';
import asyncPool from 'tiny-async-pool';
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let started;
const job = async (number) => {
  started++;
  await sleep(20);
  if (number === 1) throw new Error('job 1');
  await sleep(20);
  return number;
};
const items = [0, 1, 2, 3, 4, 5, 6, 7];
const limit = pLimit(2);
const bottleneck = new Bottleneck({ maxConcurrent: 2 });
const ways = {
  'p-map': () => pMap(items, job, { concurrency: 2 }),
  async: () => async.mapLimit(items, 2, job),
  'tiny-async-pool': async () => {
    for await (const _ of asyncPool(2, items, job));
  },
  effect: () => Effect.runPromise(Effect.forEach(items, (item) => Effect.tryPromise(() => job(item)), { concurrency: 2 })),
  'p-limit': () => Promise.all(items.map((item) => limit(() => job(item)))),
  'es-toolkit': () => toolkit.mapAsync(items, job, { concurrency: 2 }),
  bottleneck: () => Promise.all(items.map((item) => bottleneck.schedule(job, item))),
  radashi: () => radashi.parallel({ limit: 2 }, items, job),
  'promise-pool': () => PromisePool.withConcurrency(2).for(items).process(job),
};
for (const [name, way] of Object.entries(ways)) {
  started = 0;
  const outcome = await way().then(({ results }) => `resolves ${results}`, () => 'rejects');
  const heard = started;
  await sleep(400);
  console.log(`${name}: ${heard} ${started} ${outcome}`);
}
JS
seen=$(node ask.mjs)
echo "$seen"
is 'pools' "$seen" 'p-map: 2 2 rejects
async: 2 2 rejects
tiny-async-pool: 2 2 rejects
effect: 2 2 rejects
p-limit: 3 8 rejects
es-toolkit: 3 8 rejects
bottleneck: 2 8 rejects
radashi: 8 8 rejects
promise-pool: 8 8 resolves 0,2,3,4,5,6,7'
