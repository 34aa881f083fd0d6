import { expect, test } from 'vitest';
import { headlineOf, type RunView } from '../../../src/page/model/run-view.ts';
import type { Live } from '../../../src/view/live.ts';

const CODE = '4KQ7-M2XA-9TRD-HW5C';
const asking = {
  head: { run: 'a-run' },
  hold: null,
  why: '',
  now: {
    says: 'A person has to approve',
    next: [
      { command: 'dualgate approve 7c9a --code CODE', what: 'let the phase be exited' },
      { command: 'dualgate reject 7c9a -m "why"', what: 'hold the phase' },
    ],
  },
} as unknown as RunView;
const live = {
  wait: { for: 'approval', until: '', why: `dualgate approve 7c9a --code ${CODE}, or dualgate reject 7c9a -m "why"` },
} as unknown as Live;

test('the command that approves has the code of the wait, as the event of the run has it', () => {
  const { command, others } = headlineOf(asking, { list: null, isNewest: true, live });
  expect(command?.command).toBe(`dualgate approve 7c9a --code ${CODE}`);
  expect(others.map((each) => each.command)).toEqual(['dualgate reject 7c9a -m "why"']);
});

test('without the event, as in a report, the word CODE stands in its place; an older run is named', () => {
  const { command, others } = headlineOf(asking, { list: null, isNewest: false, live: null });
  expect(command?.command).toBe('dualgate approve --run a-run 7c9a --code CODE');
  expect(others.map((each) => each.command)).toEqual(['dualgate reject --run a-run 7c9a -m "why"']);
});
