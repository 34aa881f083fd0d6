#!/usr/bin/env bash
# p-memoize 9.0.0, mem 10.0.0, memoizee 0.4.17, moize 6.1.7, micro-memoize 5.2.0, fast-memoize 2.5.2, es-toolkit 1.53.2 and
# radashi 12.9.6 (npm), an async function that fails once, and what is looked at of its arguments, 2026-11-30.
#
# Guess: a promise that was rejected is not kept, and another argument is another answer.
# Behaviour: seven of eight keep the failure for ever. p-memoize, mem and es-toolkit look at the first argument only,
# fast-memoize and memoizee at as many as the function declares: one of (a, b = 1), and memoizee at none of (...args).
# fast-memoize and radashi take all Maps for one, and radashi NaN for null.
# Seen (first and second call; runs for two different second arguments, for two of ...args, for two Maps):
#   p-memoize        fails, works    1 2 2        micro-memoize    fails, fails    2 2 2
#   mem              fails, fails    1 2 2        fast-memoize     fails, fails    1 2 1
#   memoizee         fails, fails    1 1 2        es-toolkit       fails, fails    1 2 2
#   moize            fails, fails    2 2 2        radashi          fails, fails    2 2 1
#
# Why it matters: one time-out of a server at the start, and each later answer is that error. Drop the key in a catch of
# the function itself, or turn on what there is (memoizee {promise: true}, micro-memoize {async: true}).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error p-memoize@9.0.0 mem@10.0.0 memoizee@0.4.17 moize@6.1.7 micro-memoize@5.2.0 fast-memoize@2.5.2 es-toolkit@1.53.2 radashi@12.9.6 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >ask.mjs <<'JS'
import * as toolkit from 'es-toolkit';
import fast from 'fast-memoize';
import mem from 'mem';
import memoizee from 'memoizee';
import { memoize as micro } from 'micro-memoize';
import moize from 'moize';
import pMemoize from 'p-memoize';
import * as radashi from 'radashi';
const libraries = { 'p-memoize': pMemoize, mem, memoizee, moize, 'micro-memoize': micro, 'fast-memoize': fast, 'es-toolkit': toolkit.memoize, radashi: radashi.memo };
const count = async (wrap, makes, ...calls) => {
  let runs = 0;
  const wrapped = wrap(makes(() => ++runs));
  for (const words of calls) await wrapped(...words);
  return runs;
};
const plain = (run) => async (a) => run(a);
const second = (run) => async (a, b = 1) => run(a, b);
const rest = (run) => async (...words) => run(words);
for (const [name, wrap] of Object.entries(libraries)) {
  let runs = 0;
  const once = wrap(async (key) => {
    if (++runs === 1) throw new Error(key);
    return key;
  });
  const said = [];
  for (const _ of [1, 2]) {
    said.push(await once('a').then(() => 'works', () => 'fails'));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const counts = [
    await count(wrap, second, ['a', 1], ['a', 2]),
    await count(wrap, rest, ['a'], ['b']),
    await count(wrap, plain, [new Map([[1, 1]])], [new Map([[2, 2]])]),
    await count(wrap, plain, [Number.NaN], [null]),
  ];
  console.log(`${name}: ${said.join(', ')}; ${counts.join(' ')}`);
}
JS
seen=$(node ask.mjs)
echo "$seen"
is 'libraries' "$seen" 'p-memoize: fails, works; 1 2 2 2
mem: fails, fails; 1 2 2 2
memoizee: fails, fails; 1 1 2 2
moize: fails, fails; 2 2 2 2
micro-memoize: fails, fails; 2 2 2 2
fast-memoize: fails, fails; 1 2 1 2
es-toolkit: fails, fails; 1 2 2 2
radashi: fails, fails; 2 2 1 1'
