#!/usr/bin/env bash
# cockatiel 4.0.0, mollitia 0.1.1, @lifeomic/attempt 3.1.0, radashi 12.9.6, es-toolkit 1.53.2, ts-retry 7.0.3,
# ts-retry-promise 0.8.1, p-retry 9.0.0, exponential-backoff 3.1.3, async 3.2.6 and effect 4.1.0 (npm), a
# function that always fails, retried "3" times and "0" times, 2026-11-30.
#
# Guess: the name of the option tells: attempts and tries count the calls (3), retries the calls after the first
# (4). 0 is one call, none, or an error.
# Behaviour: cockatiel's maxAttempts and mollitia's attempts are 4 calls, attempt's maxAttempts is 3. "times" is
# 3 calls for radashi and async, and 4 for effect. Nought is one call for eight, the default of 5 for async,
# and for ts-retry there is no end.
# Seen (calls for 3, for 0):
#   maxAttempts: cockatiel 4 1, attempt 3 more than 20   attempts: mollitia 4 1
#   times: radashi 3 1, async 3 5, effect 4 1   maxTry: ts-retry 3, more than 20
#   retries: es-toolkit 4 1, ts-retry-promise 4 1, p-retry 4 1     numOfAttempts: exponential-backoff 3 1
#   (0 is "no limit" for attempt, as its documentation says)
#
# Why it matters: a limit is a promise to the other side and to the bill, and 0 from a setting is meant to turn
# retries off. Count the calls in a test when you change the library.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error cockatiel@4.0.0 mollitia@0.1.1 @lifeomic/attempt@3.1.0 radashi@12.9.6 es-toolkit@1.53.2 ts-retry@7.0.3 ts-retry-promise@0.8.1 p-retry@9.0.0 exponential-backoff@3.1.3 async@3.2.6 effect@4.1.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >count.mjs <<'JS'
import * as attempt from '@lifeomic/attempt';
import async from 'async';
import * as cockatiel from 'cockatiel';
import { Effect } from 'effect';
import * as toolkit from 'es-toolkit';
import { backOff } from 'exponential-backoff';
import * as mollitia from 'mollitia';
import pRetry from 'p-retry';
import * as radashi from 'radashi';
import { retryAsync } from 'ts-retry';
import { retry as retryPromise } from 'ts-retry-promise';
const ways = {
  cockatiel: (job, n) => cockatiel.retry(cockatiel.handleAll, { maxAttempts: n, backoff: new cockatiel.ConstantBackoff(1) }).execute(job),
  mollitia: (job, n) => new mollitia.Circuit({ options: { modules: [new mollitia.Retry({ attempts: n })] } }).fn(job).execute(),
  attempt: (job, n) => attempt.retry(job, { maxAttempts: n, delay: 1 }),
  radashi: (job, n) => radashi.retry({ times: n }, job),
  async: (job, n) => async.retry(n, job),
  effect: (job, n) => Effect.runPromise(Effect.retry(Effect.tryPromise(job), { times: n })),
  'es-toolkit': (job, n) => toolkit.retry(job, { retries: n }),
  'ts-retry': (job, n) => retryAsync(job, { maxTry: n, delay: 1 }),
  'ts-retry-promise': (job, n) => retryPromise(job, { retries: n, delay: 1 }),
  'p-retry': (job, n) => pRetry(job, { retries: n, minTimeout: 1 }),
  'exponential-backoff': (job, n) => backOff(job, { numOfAttempts: n, startingDelay: 1 }),
};
const count = (way, n) =>
  new Promise((resolve) => {
    let calls = 0;
    const job = async () => {
      calls++;
      if (calls > 20) {
        resolve('more than 20');
        return 'enough';
      }
      throw new Error('x');
    };
    way(job, n).then(() => resolve('resolved'), () => resolve(calls));
  });
for (const [name, way] of Object.entries(ways)) console.log(`${name}: ${await count(way, 3)}, ${await count(way, 0)}`);
JS
seen=$(node count.mjs)
echo "$seen"
is 'calls' "$seen" 'cockatiel: 4, 1
mollitia: 4, 1
attempt: 3, more than 20
radashi: 3, 1
async: 3, 5
effect: 4, 1
es-toolkit: 4, 1
ts-retry: 3, more than 20
ts-retry-promise: 4, 1
p-retry: 4, 1
exponential-backoff: 3, 1'
