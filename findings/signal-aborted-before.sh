#!/usr/bin/env bash
# cockatiel 4.0.0, radashi 12.9.6, es-toolkit 1.53.2 and p-retry 9.0.0 (npm), a function that is called with
# a signal that is aborted already, 2026-11-30.
#
# Guess: nothing starts; the promise is rejected with an abort.
# Behaviour: four of cockatiel's five policies call the function, and resolve with its result; the bulkhead does
# not. radashi calls it, lets it succeed, and then rejects: the work is done and its result thrown away. If the
# signal is aborted between two tries, cockatiel's retry makes one more.
# Seen (calls and outcome, aborted before / calls, aborted during the first of up to four tries):
#   cockatiel retry     1 ok / 2        cockatiel breaker   1 ok / 1     cockatiel timeout   1 ok / 1
#   cockatiel fallback  1 ok / 1        cockatiel bulkhead  0 rejected / 1
#   radashi             1 rejected / 2  es-toolkit          0 rejected / 1
#   p-retry             0 rejected / 1
#
# Why it matters: a run that was stopped still writes once for each job that waited, and with radashi the caller
# believes that nothing was written. Begin the function itself with signal.throwIfAborted().
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error cockatiel@4.0.0 radashi@12.9.6 es-toolkit@1.53.2 p-retry@9.0.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >ask.mjs <<'JS'
import * as cockatiel from 'cockatiel';
import * as toolkit from 'es-toolkit';
import pRetry from 'p-retry';
import * as radashi from 'radashi';
const { handleAll: all } = cockatiel;
const policies = {
  retry: cockatiel.retry(all, { maxAttempts: 3, backoff: new cockatiel.ConstantBackoff(30) }),
  breaker: cockatiel.circuitBreaker(all, { halfOpenAfter: 10, breaker: new cockatiel.ConsecutiveBreaker(9) }),
  timeout: cockatiel.timeout(1000, cockatiel.TimeoutStrategy.Aggressive),
  fallback: cockatiel.fallback(all, 'instead'),
  bulkhead: cockatiel.bulkhead(1),
};
const ways = Object.fromEntries(Object.entries(policies).map(([name, policy]) => [`cockatiel ${name}`, (job, signal) => policy.execute(job, signal)]));
ways.radashi = (job, signal) => radashi.retry({ times: 4, delay: 30, signal }, job);
ways['es-toolkit'] = (job, signal) => toolkit.retry(job, { retries: 3, delay: 30, signal });
ways['p-retry'] = (job, signal) => pRetry(job, { retries: 3, minTimeout: 30, signal });
for (const [name, way] of Object.entries(ways)) {
  let calls = 0;
  const outcome = await way(async () => {
    calls++;
    return 'ok';
  }, AbortSignal.abort()).catch(() => 'rejected');
  const before = calls;
  calls = 0;
  const controller = new AbortController();
  const fails = async () => {
    calls++;
    setTimeout(() => controller.abort(), 1);
    throw new Error('x');
  };
  await way(fails, controller.signal).catch(() => {});
  console.log(`${name}: ${before} ${outcome}, ${calls}`);
}
JS
seen=$(node ask.mjs)
echo "$seen"
is 'ways' "$seen" 'cockatiel retry: 1 ok, 2
cockatiel breaker: 1 ok, 1
cockatiel timeout: 1 ok, 1
cockatiel fallback: 1 ok, 1
cockatiel bulkhead: 0 rejected, 1
radashi: 1 rejected, 2
es-toolkit: 0 rejected, 1
p-retry: 0 rejected, 1'
