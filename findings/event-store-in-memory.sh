#!/usr/bin/env bash
# @event-driven-io/emmett 0.42.0, @castore/event-storage-adapter-in-memory 2.4.2 and eventstore 1.15.5 (npm), the store
# in memory of each, 2026-11-30.
#
# Guess: an event that was stored does not change any more; of two writers that read one version, the second is
# refused; versions have no gaps.
# Behaviour: emmett and castore keep the object itself. Who changes it after the append, or changes what a read gave
# him, changes the stored event, also in a decision of emmett's CommandHandler. castore refuses a version that exists,
# and takes 3 behind 1. eventstore takes both writers: two events have the same revision.
# Seen (n of the event was 1):
#                changed by the writer   changed by a reader   two writers of one version
#   emmett       2                       3                     the second is refused
#   castore      2                       3                     the second is refused; 3 behind 1 is taken
#   eventstore   2                       2                     revisions 0 1 1
#
# Why it matters: these stores are what the tests run on, so a rule that history cannot be changed, or that the
# slower writer loses, is tested against a store which has no such rule. Freeze events, and test on the real one.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @event-driven-io/emmett@0.42.0 @castore/core@2.4.2 @castore/event-storage-adapter-in-memory@2.4.2 eventstore@1.15.5 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >stores.mjs <<'JS'
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { InMemoryEventStorageAdapter } from '@castore/event-storage-adapter-in-memory';
import { CommandHandler, getInMemoryEventStore } from '@event-driven-io/emmett';
const look = async (name, append, read) => {
  const data = { n: 1 };
  await append(data);
  data.n = 2;
  const written = (await read()).n;
  (await read()).n = 3;
  console.log(`${name}: ${written} ${(await read()).n}`);
};
const emmett = getInMemoryEventStore();
await look(
  'emmett',
  (data) => emmett.appendToStream('a', [{ type: 'X', data }]),
  async () => (await emmett.readStream('a')).events[0].data,
);
const twice = [1, 2].map((n) => emmett.appendToStream('a', [{ type: 'X', data: { n } }], { expectedStreamVersion: 1n }));
console.log((await Promise.allSettled(twice)).map(({ status }) => status).join(' '));
const handle = CommandHandler({ evolve: (state, { data }) => [...state, data], initialState: () => [] });
await handle(emmett, 'b', () => ({ type: 'X', data: { n: 1 } }));
await handle(emmett, 'b', (state) => {
  state[0].n = 9;
  return [];
});
console.log(`a decision: ${(await emmett.readStream('b')).events[0].data.n}`);
const castore = new InMemoryEventStorageAdapter({});
const push = (version, payload) =>
  castore.pushEvent({ aggregateId: 'a', version, type: 'X', timestamp: '2026-11-30T00:00:00.000Z', payload }, { eventStoreId: 'e' });
const events = async () => (await castore.getEvents('a', { eventStoreId: 'e' })).events;
await look('castore', (data) => push(1, data), async () => (await events())[0].payload);
const second = await push(1, { n: 2 }).then(() => 'taken', () => 'refused');
await push(3, { n: 3 });
console.log(`${second} ${(await events()).map(({ version }) => version).join(' ')}`);
const eventstore = createRequire(import.meta.url)('eventstore')();
await promisify(eventstore.init.bind(eventstore))();
const stream = () => promisify(eventstore.getEventStream.bind(eventstore))('a');
const commit = async (from, data) => {
  from.addEvent(data);
  await promisify(from.commit.bind(from))();
};
await look('eventstore', async (data) => commit(await stream(), data), async () => (await stream()).events[0].payload);
const [one, other] = [await stream(), await stream()];
await commit(one, { n: 4 });
await commit(other, { n: 5 });
console.log((await stream()).events.map(({ streamRevision }) => streamRevision).join(' '));
process.exit();
JS
seen=$(node stores.mjs)
echo "$seen"
is 'stores' "$seen" 'emmett: 2 3
fulfilled rejected
a decision: 9
castore: 2 3
refused 1 3
eventstore: 2 2
0 1 1'
