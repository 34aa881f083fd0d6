import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Approval } from '../../gates/record-parts.ts';
import { compileGates } from '../../gates/compile-gates.ts';
import { decide } from '../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { listUnmet, renderUnmet } from '../../gates/verdict.ts';
import { aSignal, anIteration } from './an-iteration.ts';

const gatesWith = (confirm: boolean | undefined) =>
  compileGates({
    phases: DEFAULT_PHASES.map((phase) => (confirm === undefined ? phase : { ...phase, confirm })),
  }).find(({ phase }) => phase.phase === 'GREEN');

const decided = (confirm: boolean | undefined, record: ReturnType<typeof anIteration>) => {
  const gate = gatesWith(confirm);
  if (gate === undefined) throw new Error('no GREEN');
  return decide(gate, record);
};

const TREE = anIteration('GREEN').tree.after;
const YES: Approval = { approved: true, by: 'ann', at: '2026-01-02T03:04:05.000Z', tree: TREE };
const NO: Approval = { ...YES, approved: false, reason: 'another name' };

describe('a phase with confirm: true', () => {
  test('is held without an answer, although both gates agree', () => {
    const { can_exit, reason, next, approval, gate_1, gate_2 } = decided(true, anIteration('GREEN'));
    expect({ can_exit, reason, next, approval, gates: [gate_1.satisfied, gate_2.satisfied] }).toEqual({
      can_exit: false,
      reason: 'Both gates agree in this iteration, and a person has to approve it',
      next: 'hold',
      approval: {
        satisfied: false,
        unmet: [{ clause: 'a person approves GREEN', because: 'no answer yet', metrics: [] }],
      },
      gates: [true, true],
    });
  });

  test('is exited with the approval of these sources, and with no other', () => {
    expect(decided(true, anIteration('GREEN', {}, { approval: YES }))).toMatchObject({
      can_exit: true,
      next: 'leave',
      reason: 'Both gates agree in this iteration, and a person approved it',
      approval: { satisfied: true, unmet: [] },
    });
    const other = decided(true, anIteration('GREEN', {}, { approval: { ...YES, tree: 'other' } }));
    expect([other.can_exit, listUnmet(other).map(renderUnmet)]).toEqual([
      false,
      ['a person approves GREEN: ann approved other sources'],
    ]);
  });

  test('is held by a rejection without a reason', () => {
    const { reason: _without, ...no } = NO;
    expect(listUnmet(decided(true, anIteration('GREEN', {}, { approval: no }))).map(renderUnmet)).toEqual([
      'a person approves GREEN: rejected by ann: no reason given',
    ]);
  });

  test('is held by a rejection, with the reason of the person', () => {
    const held = decided(true, anIteration('GREEN', {}, { approval: NO }));
    expect([held.can_exit, held.reason, listUnmet(held).map(renderUnmet)]).toEqual([
      false,
      'Both gates agree in this iteration, but a person did not approve it',
      ['a person approves GREEN: rejected by ann: another name'],
    ]);
  });

  test('asks nobody while a gate is not satisfied: an approval opens nothing', () => {
    for (const record of [
      anIteration('GREEN', { tests_failing: 1, tests_passing: 9 }, { approval: YES }),
      anIteration('GREEN', {}, { approval: YES, signal: aSignal(null) }),
      anIteration('GREEN', {}, { approval: YES, signal: aSignal(false) }),
    ]) {
      const { can_exit, approval } = decided(true, record);
      expect([can_exit, approval]).toEqual([false, undefined]);
    }
  });
});

describe('any answer', () => {
  const answers = fc.option(
    fc.record({ approved: fc.boolean(), by: fc.string(), at: fc.string(), tree: fc.constantFrom(TREE, 'other') }),
    { nil: undefined },
  );
  const records = fc
    .record({ failing: fc.boolean(), value: fc.constantFrom(true, false, null), answer: answers })
    .map(({ failing, value, answer }) =>
      anIteration('GREEN', failing ? { tests_failing: 1, tests_passing: 9 } : {}, {
        signal: aSignal(value),
        ...(answer === undefined ? {} : { approval: answer }),
      }),
    );

  test('can hold an exit, and opens none; without confirm it changes nothing', () => {
    fc.assert(
      fc.property(records, (record) => {
        const { approval: _none, ...without } = record;
        const bare = decided(undefined, without);
        const asking = decided(true, record);
        expect(decided(undefined, record)).toEqual(bare);
        expect(decided(false, record)).toEqual(bare);
        expect(asking.can_exit).toBe(
          bare.can_exit && record.approval?.approved === true && record.approval.tree === record.tree.after,
        );
      }),
    );
  });
});
