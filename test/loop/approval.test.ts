import { expect, test, describe } from 'vitest';
import { answeredMeasurement, askApproval, readPrintedAnswer } from '../../src/loop/approval.ts';
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

describe('what approval.command prints', () => {
  test('is an answer as one line alone', () => {
    expect(
      ['approve 4KQ7', 'approve 4KQ7-M2XA\n', '  approve  x\r\n', 'reject: too slow', 'reject:too slow\n'].map(
        readPrintedAnswer,
      ),
    ).toEqual([
      { command: 'approve', code: '4KQ7' },
      { command: 'approve', code: '4KQ7-M2XA' },
      { command: 'approve', code: 'x' },
      { command: 'reject', reason: 'too slow' },
      { command: 'reject', reason: 'too slow' },
    ]);
  });

  test('is no answer in any other form', () => {
    const others = [
      '',
      'yes',
      'approve',
      'approve 4KQ7 M2XA',
      'approved',
      'Approve',
      'approve: all',
      'approve\napprove',
      'do you approve',
      'reject',
      'reject:',
      'reject: \n',
      'reject: a\napprove',
      'approve\nreject: a',
    ];
    expect(others.filter((each) => readPrintedAnswer(each) !== null)).toEqual([]);
  });

  test('has a reason of bounded length', () => {
    expect(readPrintedAnswer(`reject: ${'a'.repeat(5_000)}`)).toEqual({ command: 'reject', reason: 'a'.repeat(1_000) });
  });
});
