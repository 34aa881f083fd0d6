#!/usr/bin/env bash
# async-sema 3.1.1 and async-mutex 0.5.0 (npm), beside p-limit 7.3.3, 2026-11-29.
#
# Guess: a semaphore that was made for one caller never lets two in; a release that nobody holds is an error
# or does nothing, as with a mutex of the same library.
# Behaviour: each release too many raises the limit for good, and nothing says so. The release function that
# acquire() of async-mutex hands out may be called twice; the method release() may not.
# Seen, made for 1, after two releases too many, three tasks started:
#   Sema(1)                        3 at once
#   Semaphore(1), release()        3 at once
#   Semaphore(1), its releaser     1 at once
#   Mutex, release()               1 at once
#   p-limit(1)                     1 at once
#
# Why it matters: `try { await acquire() … } finally { release() }` releases also what it did not get, after
# an abort or a limit of time, and then two agents or two test runs are in one work tree. Acquire before
# the try, or use a limiter that takes the function.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error async-sema@3.1.1 async-mutex@0.5.0 p-limit@7.3.3 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >three.mjs <<'JS'
import { setTimeout as wait } from 'node:timers/promises';
import { Mutex, Semaphore } from 'async-mutex';
import { Sema } from 'async-sema';
import pLimit from 'p-limit';
const atOnce = async (run) => {
  let now = 0;
  let most = 0;
  const task = async () => {
    most = Math.max(most, (now += 1));
    await wait(100);
    now -= 1;
  };
  await Promise.all([1, 2, 3].map(() => run(task)));
  return most;
};
const sema = new Sema(1);
const [counted, handed] = [new Semaphore(1), new Semaphore(1)];
const mutex = new Mutex();
const limit = pLimit(1);
const [, release] = await handed.acquire();
for (const extra of [() => sema.release(), () => counted.release(), () => mutex.release()]) {
  extra();
  extra();
}
for (let times = 0; times < 3; times += 1) release();
console.log(
  await atOnce(async (task) => {
    await sema.acquire();
    await task().finally(() => sema.release());
  }),
  await atOnce((task) => counted.runExclusive(task)),
  await atOnce((task) => handed.runExclusive(task)),
  await atOnce((task) => mutex.runExclusive(task)),
  await atOnce((task) => limit(task)),
);
JS
seen=$(node three.mjs)
echo "$seen"
is 'at once' "$seen" '3 3 1 1 1'
