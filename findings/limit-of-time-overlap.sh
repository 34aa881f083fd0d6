#!/usr/bin/env bash
# async-lock 1.5.0, p-queue 9.3.5, bottleneck 2.19.5, async 3.2.6, queue 7.0.0 and better-queue 3.8.12 (npm), for one
# job at a time, with a limit of time for each job, 2026-11-30.
#
# Guess: at least the lock keeps the next job out until the one that ran too long has ended, and all six tell that it
# took too long.
# Behaviour: all six start the next job beside it: two run where one may, and the first one goes on to its end. Five
# tell its caller of the limit; queue tells nobody but a listener, and the result of the late job is used.
# Seen (most jobs at once, what the caller of the slow job gets):
#   async-lock   2, an error      bottleneck   2, an error      queue          2, its result
#   p-queue      2, an error      async        2, an error      better-queue   2, an error
#
# Why it matters: the limit is there for the job that hangs, and that is the one that still writes. Two agents are in
# one work tree, and the late one wins. End the job first (a signal that it obeys, or a process to kill), then
# let go of the lock.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error async-lock@1.5.0 p-queue@9.3.5 bottleneck@2.19.5 async@3.2.6 queue@7.0.0 better-queue@3.8.12 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >two.mjs <<'JS'
import { setTimeout as wait } from 'node:timers/promises';
import async from 'async';
import AsyncLock from 'async-lock';
import BetterQueue from 'better-queue';
import Bottleneck from 'bottleneck';
import PQueue from 'p-queue';
import Queue from 'queue';
const LIMIT = 300;
const lock = new AsyncLock({ maxExecutionTime: LIMIT });
const pQueue = new PQueue({ concurrency: 1, timeout: LIMIT });
const limiter = new Bottleneck({ maxConcurrent: 1 });
const asyncQueue = async.queue(async.timeout((job, done) => job().then((value) => done(null, value), done), LIMIT), 1);
const queue = new Queue({ concurrency: 1, timeout: LIMIT, autostart: true });
const better = new BetterQueue(({ job }, done) => job().then((value) => done(null, value), done), { concurrent: 1, maxTimeout: LIMIT });
const ways = {
  'async-lock': (job) => lock.acquire('tree', job),
  'p-queue': (job) => pQueue.add(job),
  bottleneck: (job) => limiter.schedule({ expiration: LIMIT }, job),
  async: (job) => new Promise((resolve, reject) => asyncQueue.push(job, (error, value) => (error ? reject(error) : resolve(value)))),
  queue: (job) => new Promise((resolve) => queue.push((done) => job().then((value) => done(null, resolve(value))))),
  'better-queue': (job, id) => new Promise((resolve, reject) => better.push({ id, job }).on('finish', resolve).on('failed', reject)),
};
for (const [name, start] of Object.entries(ways)) {
  let now = 0;
  let most = 0;
  const job = (ms) => async () => {
    most = Math.max(most, (now += 1));
    await wait(ms);
    now -= 1;
    return 'its result';
  };
  const slow = start(job(1500), 1).catch(() => 'an error');
  const next = start(job(100), 2);
  const got = await slow;
  await next;
  await wait(1500);
  console.log(`${name}: ${most}, ${got}`);
}
process.exit();
JS
seen=$(node two.mjs)
echo "$seen"
is 'jobs' "$seen" 'async-lock: 2, an error
p-queue: 2, an error
bottleneck: 2, an error
async: 2, an error
queue: 2, its result
better-queue: 2, an error'
