import { expect, test } from 'vitest';
import type { HaltCode } from '../../gates/decide.ts';
import { nameRun, stepsAfter } from '../../src/view/next-steps.ts';

const TASK = { task: 'specs/a b.md' };

test.each([
  ['dualgate explain', null, 'dualgate explain --run run-1'],
  ['dualgate guide "TEXT"', TASK, 'dualgate guide --run run-1 "TEXT"'],
  ['dualgate resume', null, 'dualgate resume --run run-1'],
  ['dualgate resume', TASK, "dualgate resume 'specs/a b.md'"],
  ['dualgate run', null, 'dualgate run'],
  ['dualgate run', TASK, "dualgate run --only 'specs/a b.md'"],
  ['dualgate doctor --try-agent', TASK, 'dualgate doctor --try-agent'],
])('%s means one run, and no other', (command, task, named) => {
  expect(nameRun(command, task, 'run-1')).toBe(named);
});

test.each([
  ['blocked', 'dualgate guide "TEXT"', 'answer the agent, then resume'],
  ['premature_signal', 'dualgate guide "TEXT"', 'tell the agent what to do differently, then resume'],
  ['max_iterations', 'dualgate guide "TEXT"', 'tell the agent what to do differently, then resume'],
  ['silent_agent', 'dualgate doctor --try-agent', "see why the agent's signal is not found, then resume"],
  ['permission_denied', 'dualgate resume', 'continue when the cause is fixed'],
] as const satisfies readonly (readonly [HaltCode, string, string])[])(
  'after a halt by %s the first command fits its cause',
  (code, command, what) => {
    const held = { findings: [], halt: { code, says: 'why' } };
    expect(stepsAfter('needs_human', { began: true, held })[0]).toEqual({ command, what });
  },
);
