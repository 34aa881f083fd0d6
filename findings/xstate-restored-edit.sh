#!/usr/bin/env bash
# xstate 5.33.3 (npm), a persisted snapshot that is restored under an edited machine, 2026-11-30.
#
# Guess: a state that is active after a restore does what its definition of today says: its timers count, what
# it invokes runs, a condition that always leads on is taken, and a final state is the end.
# Behaviour: only an invoked actor that was saved runs again. A timer is lost, even if nothing was edited. What
# is new in the active state (after, invoke) never starts, `always` waits for the next event of any name, and a
# state that has become final leaves its actor "active" for ever: no output, no complete. A region that is new
# is entered without its entry actions. No error, except where a state is gone.
# Seen, saved in "work", restored, 100 ms later (state status, then after an event that nobody knows):
#   timer of 20 ms, saved      work active, work active     timer, new     work active, work active
#   invoke of 10 ms, saved     end done, end done           invoke, new    work active, work active
#   always to end, new         work active, end done        final, new     work active, work active
#
# Why it matters: a run that was saved before an update waits for a timeout that never comes, and toPromise on
# it never settles. After a restore send an event that wakes `always`, compare the states with the machine's, and
# keep deadlines in the context.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error xstate@5.33.3 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >restore.mjs <<'JS'
import { createActor, createMachine, fromPromise } from 'xstate';
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const machine = (work) => createMachine({ id: 'm', initial: 'work', states: { work, end: { type: 'final' } } });
const plain = machine({});
const timer = machine({ after: { 20: 'end' } });
const invoke = machine({ invoke: { src: fromPromise(() => wait(10)), onDone: 'end' } });
const regions = (...names) =>
  createMachine({ id: 'm', type: 'parallel', states: Object.fromEntries(names.map((name) => [name, { initial: 'x', states: { x: { entry: () => entered.push(name) } } }])) });
const entered = [];
const show = async (name, before, after) => {
  const saved = JSON.parse(JSON.stringify(createActor(before).start().getPersistedSnapshot()));
  entered.length = 0;
  const actor = createActor(after, { snapshot: saved }).start();
  const state = () => `${JSON.stringify(actor.getSnapshot().value)} ${actor.getSnapshot().status}`.replaceAll('"', '');
  await wait(100);
  const first = state();
  actor.send({ type: 'nobody knows' });
  await wait(20);
  console.log(`${name}: ${first}, ${state()}`);
};
await show('timer', timer, timer);
await show('timer, new', plain, timer);
await show('invoke', invoke, invoke);
await show('invoke, new', plain, invoke);
await show('always, new', plain, machine({ always: 'end' }));
await show('final, new', plain, machine({ type: 'final' }));
await show('region, new', regions('a'), regions('a', 'b'));
console.log(`entered: ${entered.length}`);
JS
seen=$(node restore.mjs)
echo "$seen"
is 'restored' "$seen" 'timer: work active, work active
timer, new: work active, work active
invoke: end done, end done
invoke, new: work active, work active
always, new: work active, end done
final, new: work active, work active
region, new: {a:x,b:x} active, {a:x,b:x} active
entered: 0'
