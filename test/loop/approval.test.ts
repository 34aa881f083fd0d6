import { expect, test } from 'vitest';
import { answeredMeasurement, askApproval } from '../../src/loop/approval.ts';
import { lookAtSources, type RunContext } from '../../src/loop/run-context.ts';
import { aRepository } from '../evidence/a-repository.ts';
import { anIteration } from '../gates/an-iteration.ts';
import { aMemoryContext } from '../run/breaker/a-memory-context.ts';
import { aMeasured } from './a-measured.ts';

test('a question to a person keeps everything that the decision needs, with the lines of the agent', async () => {
  const { context, journal, clock } = aMemoryContext();
  const folder = await aRepository({ 'a.js': '' });
  const asking = { ...context, config: { ...context.config, folder, tests: { writes: [] } } } as unknown as RunContext;
  const last = await lookAtSources(asking.config, journal.state());
  const record = anIteration('RED', {}, { tree: { before: last.tree, after: last.tree, head: last.head } });
  const measured = aMeasured(record, {
    last,
    gone: ['a > b'],
    reopened: { file: 'a.test.js', test: 'a > c', frozen: 'f' },
    declared: ['CHANGES: a > d, because AC-1', 'GUARD: AC-2 it holds'],
  });
  askApproval(asking, measured);
  journal.write('operator.rejected', {
    phase: 'RED',
    iteration: 1,
    attempt: 1,
    tree: last.tree,
    by: 'ann',
    reason: 'no',
  });
  const { approval } = journal.state().openEnds;
  if (approval === undefined) throw new Error('The question is gone.');
  const at = new Date(clock.at).toISOString();
  expect(await answeredMeasurement(asking, approval)).toEqual({
    ...measured,
    record: { ...record, ended_at: at, approval: { approved: false, by: 'ann', at, tree: last.tree, reason: 'no' } },
  });
});
