import { expect, test } from 'vitest';
import { aFinding } from '../../evidence/findings/a-finding.ts';
import { stepsOfTask } from '../../../src/page/report/report.ts';
import { stepsAfter } from '../../../src/view/next-steps.ts';
import type { TaskStatus } from '../../../src/queue/list/describe-list.ts';
import { aTask } from '../../queue/list/list-records.ts';

const NEXT = stepsAfter('stuck', {
  began: true,
  exited: true,
  branch: 'dualgate/a',
  held: { findings: [{ ...aFinding('changed'), code: 'tampering.changed' }] },
});

const stuck = (task: string, again = false): TaskStatus =>
  aTask(task, { is: 'aside', run: 'R-1', folder: '/w', failures: 1, aside: { status: 'stuck', why: 'w', again } });

test('commands for a task of a list name it, since without a name they mean the last run', () => {
  const steps = stepsOfTask(stuck("specs/a b's.md"), { run: 'R-1', next: NEXT });
  expect(steps.map(({ command }) => command)).toEqual([
    'dualgate accept --run R-1',
    String.raw`dualgate resume 'specs/a b'\''s.md'`,
    'dualgate explain --run R-1',
    'dualgate guide --run R-1 "TEXT"',
    'dualgate reset --run R-1 -m "why"',
    'dualgate reopen --run R-1 TEST -m "why"',
    'dualgate skip --run R-1 -m "why"',
    'dualgate rollback --run R-1 PHASE -m "why"',
    'dualgate abort --run R-1 -m "why"',
  ]);
});

test('a task that is retried automatically has no next steps', () => {
  expect(stepsOfTask(stuck('specs/a.md', true), { run: 'R-1', next: NEXT })).toEqual([]);
});
