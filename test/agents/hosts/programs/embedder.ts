import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readConfig } from 'dualgate';
import { openLedger } from 'dualgate/actors';
import { createActor, setup, toPromise } from 'xstate';
import { createMine } from './machine.js';
import { work } from './work.js';

const config = readConfig();
const saved = existsSync('saved.json') ? JSON.parse(readFileSync('saved.json', 'utf8')) : null;
const ledger = await openLedger(config, saved === null ? {} : { resume: saved.run });
const mine = createMine(config, ledger, work);
// The machine as a child of another one.
const parent = setup({ actors: { mine } }).createMachine({
  id: 'parent',
  initial: 'coding',
  states: {
    coding: { invoke: { src: 'mine', id: 'mine', onDone: 'shipped', onError: 'failed' } },
    shipped: { type: 'final', output: ({ event }: { event: { output: unknown } }) => event.output },
    failed: { type: 'final', output: ({ event }: { event: { error?: unknown } }) => String(event.error) },
  },
  output: ({ event }) => event.output,
});
const actor = createActor(parent, saved === null ? {} : { snapshot: saved.snapshot });
actor.start();
const child = actor.getSnapshot().children.mine;
if (child === undefined) throw new Error('The parent has no child.');
const { chart, greens } = child.getSnapshot().context;
let isSaving = false;
chart.on('phase.held', ({ phase, unmet }) => {
  console.log(phase, 'held:', unmet[0]);
  isSaving = phase === 'GREEN';
});
chart.on('phase.exited', ({ phase }) => console.log(phase, 'exited'));
if (saved !== null) console.log('restored in green:', chart.getSnapshot().matches({ working: 'green' }));
greens.subscribe(({ context: { counts, consecutive_green_runs: inRow } }) => {
  if (inRow === 2 && ledger.phase() === 'GREEN') console.log('the counter reached 2');
  // In the middle of the second test run: one test of it was counted, and its end was not.
  if (!isSaving || counts.suite_passing !== 1 || inRow !== 1) return;
  isSaving = false;
  writeFileSync('saved.json', JSON.stringify({ run: ledger.run, snapshot: actor.getPersistedSnapshot() }));
  console.log('saved in the middle of a test run');
  actor.stop();
  void ledger.close();
});
await toPromise(actor);
if (actor.getSnapshot().status === 'done')
  console.log(JSON.stringify(actor.getSnapshot().output), (await ledger.close()).status);
