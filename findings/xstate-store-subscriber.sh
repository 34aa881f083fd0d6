#!/usr/bin/env bash
# @xstate/store 4.2.3 (npm; 2026), beside an actor of xstate 5.33.3, 2026-11-29.
#
# Guess: a subscriber that throws harms no other, as with an actor: the error is reported on its own, and
# who comes after it is told the same.
# Behaviour: the trigger itself throws, although the state has changed, and the subscribers behind it are
# not told. They stay in a queue of the whole process: they are told with the next change of any store, in
# the midst of that, with the state of then, or of another store's change. An error of the next round
# leaves them behind again. A subscriber that changes the state hides the state before from the others.
# Seen, subscribers a, b (throws) and c, two changes:
#   store:  a1, threw, c2, a2, threw          actor: a1, c1, a2, c2 (and the errors, uncaught, later)
#   store z with a subscriber that throws, then a change of store y: z1 is told there, before y1
#   a changes 1 to 2 when it sees 1; c sees:  store: 2        actor: 1, 2
#
# Why it matters: one bad line of a view makes the writer of a ledger miss states, out of order, and the
# caller take a change that was made for one that failed. Catch inside of every subscriber.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @xstate/store@4.2.3 xstate@5.33.3 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >subscribers.mjs <<'JS'
import { createStore } from '@xstate/store';
import { assign, createActor, createMachine } from 'xstate';
process.on('uncaughtException', () => {});
const store = () => createStore({ context: { n: 0 }, on: { go: ({ n }) => ({ n: n + 1 }) } });
const actor = () => {
  const go = { actions: assign({ n: ({ context }) => context.n + 1 }) };
  return createActor(createMachine({ context: { n: 0 }, on: { go } })).start();
};
const go = (one, told) => {
  try {
    one.send({ type: 'go' });
  } catch {
    told.push('threw');
  }
};
const thrower = () => { throw new Error('subscriber'); };
for (const [name, make] of [['store', store], ['actor', actor]]) {
  const told = [];
  const one = make();
  one.subscribe(({ context }) => told.push(`a${context.n}`));
  one.subscribe(thrower);
  one.subscribe(({ context }) => told.push(`c${context.n}`));
  go(one, told);
  go(one, told);
  const seen = [];
  const two = make();
  two.subscribe(({ context }) => context.n === 1 && two.send({ type: 'go' }));
  two.subscribe(({ context }) => seen.push(context.n));
  go(two, seen);
  const across = [];
  const [z, y] = [make(), make()];
  z.subscribe(thrower);
  z.subscribe(({ context }) => across.push(`z${context.n}`));
  y.subscribe(({ context }) => across.push(`y${context.n}`));
  go(z, across);
  across.push('then');
  go(y, across);
  console.log(`${name}: ${told} | ${seen} | ${across}`);
}
JS
seen=$(node subscribers.mjs)
echo "$seen"
is 'subscribers' "$seen" 'store: a1,threw,c2,a2,threw | 2 | threw,then,z1,y1
actor: a1,c1,a2,c2 | 1,2 | z1,then,y1'
