#!/usr/bin/env bash
# async-retry 1.3.3 (npm), beside p-retry 9.0.0, under Node 26.10.0, 2026-11-29.
#
# Guess: after bail(error) the function is not called again, whatever it does then.
# Behaviour: bail rejects the promise and stops nothing. The function goes on, as bail throws nothing, and
# if it throws then, it is tried again and again behind the caller's back, long after the caller has its
# error, to the last retry. If it returns, the value is lost. An error with `bail: true` as its property,
# and p-retry's AbortError, do stop.
# Seen, four tries at most, calls when the caller is told / calls in the end:
#   bail(error), then throw            1 / 4
#   return bail(error)                 1 / 1
#   throw an error with bail: true     1 / 1
#   p-retry, throw an AbortError       1 / 1
#
# Why it matters: "bail(…)" without "return" in front of a line that throws is an easy slip, and then the
# request that was refused, or the agent that was called off, is started three times more, beside what
# the caller does next. Write `return bail(…)`, or throw.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --force async-retry@1.3.3 p-retry@9.0.0 node@26.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS NODE_OPTIONS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >bail.mjs <<'JS'
import { setTimeout as wait } from 'node:timers/promises';
import retry from 'async-retry';
import pRetry, { AbortError } from 'p-retry';
const options = { retries: 3, minTimeout: 50, factor: 1, randomize: false };
for (const [name, library, act] of [
  ['bail, throw', retry, (bail) => { bail(new Error('no')); throw new Error('more'); }],
  ['return bail', retry, (bail) => bail(new Error('no'))],
  ['bail: true', retry, () => { throw Object.assign(new Error('no'), { bail: true }); }],
  ['p-retry', pRetry, () => { throw new AbortError('no'); }],
]) {
  let calls = 0;
  const told = await library((bail) => { calls += 1; return act(bail); }, options).catch(({ message }) => `${message}: ${calls}`);
  await wait(1000);
  console.log(`${name}: ${told} / ${calls}`);
}
JS
seen=$(node_modules/.bin/node bail.mjs)
echo "$seen"
is 'calls' "$seen" 'bail, throw: no: 1 / 4
return bail: no: 1 / 1
bail: true: no: 1 / 1
p-retry: no: 1 / 1'
