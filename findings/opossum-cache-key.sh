#!/usr/bin/env bash
# opossum 10.0.0 (npm; 2026), a circuit breaker with `cache: true`, under Node 26.10.0, 2026-11-29.
#
# Guess: a cached answer is given to a call with the same arguments, and objects that JSON cannot tell
# apart are not the same.
# Behaviour: the key is the JSON of the arguments. Maps, Sets, functions and errors are all the same
# to it, and so are NaN and null, and undefined in a list; the second call has the answer of the first.
# Seen, fire(a) and then fire(b), where the action tells what it got:
#   new Set([1]), new Set([2])          the second answers "1"
#   new Error('a'), new Error('b')      the second answers "a"
#   NaN, null                           the second answers "NaN"
#   { a: 1 }, { a: 2 }                  the second answers for itself
#
# Why it matters: a breaker round a check that takes a set of files, or a signal of a call, answers with the
# result of another check. Give `cacheGetKey`, or leave the cache off.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --force opossum@10.0.0 node@26.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS NODE_OPTIONS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >fire.mjs <<'JS'
import CircuitBreaker from 'opossum';
const tell = async (it) => it instanceof Set ? [...it].join() : (it?.message ?? it?.a ?? String(it));
for (const [a, b] of [
  [new Set([1]), new Set([2])],
  [new Error('a'), new Error('b')],
  [NaN, null],
  [{ a: 1 }, { a: 2 }],
]) {
  const breaker = new CircuitBreaker(tell, { cache: true });
  console.log(`${await breaker.fire(a)}, ${await breaker.fire(b)}`);
  breaker.shutdown();
}
JS
seen=$(node_modules/.bin/node fire.mjs)
echo "$seen"
is 'answers' "$seen" '1, 1
a, a
NaN, NaN
1, 2'
