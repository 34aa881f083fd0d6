import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IterationRecord } from '../../gates/iteration.ts';
import type { Metrics } from '../../gates/metrics.ts';
import { type CommitTrailers, readTrailers, writeTrailers } from '../../src/commits/commit-trailers.ts';
import { type Shown, writeCommitMessage } from '../../src/commits/write-commit.ts';

const HASH = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);
const TRAILERS: CommitTrailers = {
  run: '20260102-030405-abcdef',
  phase: 'RED',
  iteration: 2,
  record: { seq: 14, hash: HASH },
  sources: OTHER,
  config: HASH,
  forced: null,
};
const RED = {
  is: 'exited',
  phase: 'RED',
  tests: 'must_fail',
  condition: 'tests_failing == tests_total',
  metrics: { tests_failing: 2, tests_total: 2, existing_passing: 12 },
  failing: ['is loud', 'ends with a mark'].map((name) => ({
    file: 'shout.test.mjs',
    name,
    message: "'a' !== 'A'",
    failure: 'assertion' as const,
  })),
} as const satisfies Shown;
const withFailing = (metrics: Metrics, failing: IterationRecord['failing']): Shown => ({ ...RED, metrics, failing });

describe('the message of a commit', () => {
  test('has the result in its subject, and names run, phase, iteration, record, sources and config', () => {
    expect(writeCommitMessage(RED, TRAILERS)).toBe(`RED: 2 new tests fail on an assertion, 12 earlier tests pass

Both gates agreed in iteration 2: the agent signalled that it is done, and dualgate measured
tests_failing == tests_total.

Dualgate-Run: 20260102-030405-abcdef
Dualgate-Phase: RED
Dualgate-Iteration: 2
Dualgate-Record: 14 ${HASH}
Dualgate-Sources: ${OTHER}
Dualgate-Config: ${HASH}
`);
  });

  test.each<[string, Shown]>([
    ['RED: 1 new test fails on an assertion', withFailing({ tests_failing: 1 }, RED.failing.slice(1))],
    [
      'RED: 2 new tests fail',
      withFailing(
        { tests_failing: 2 },
        RED.failing.map(({ failure, ...each }, i) => (i === 0 ? each : { ...each, failure })),
      ),
    ],
    ['RED: 60 new tests fail', withFailing({ tests_failing: 60 }, RED.failing)],
    [
      'GREEN: 14 tests pass, twice in a row',
      {
        is: 'exited',
        phase: 'GREEN',
        tests: 'must_pass',
        condition: 'tests_failing == 0',
        metrics: { tests_passing: 14, consecutive_green_runs: 2 },
        failing: [],
      },
    ],
    [
      'DOCUMENT: 1 test passes, 3 documents and 1 valid diagram',
      {
        is: 'exited',
        phase: 'DOCUMENT',
        tests: 'must_pass',
        condition: 'has_adr',
        metrics: { tests_passing: 1, consecutive_green_runs: 1, docs_generated: 3, diagrams_valid: 1 },
        failing: [],
      },
    ],
    ['GREEN: forced exit, nothing is proven', { is: 'forced', phase: 'GREEN' }],
    ['START: no test passes before the work on a.md', { is: 'start', spec: 'a.md', criteria: 3, tests: 0 }],
    ['START: 12 tests pass before the work on spec.md', { is: 'start', spec: 'spec.md', criteria: 3, tests: 12 }],
  ])('has the subject "%s"', (subject, shown) => {
    expect(writeCommitMessage(shown, TRAILERS).split('\n')[0]).toBe(subject);
  });

  test('names the operator and the reason of a forced exit', () => {
    const forced = { by: 'ann', reason: 'the office is on fire' };
    const message = writeCommitMessage({ is: 'forced', phase: 'RED' }, { ...TRAILERS, iteration: null, forced });
    expect(message).toContain(
      'ann forced the exit of the phase: the office is on fire.\nNo gate judged these sources.',
    );
    expect(message).toContain('Dualgate-Forced: ann: the office is on fire\n');
  });
});

describe('the trailers', () => {
  test('are read as they were written, with any words in them', () => {
    const words = fc.string({ minLength: 1, maxLength: 40, unit: 'binary' });
    const forced = fc.record({ by: words, reason: words });
    fc.assert(
      fc.property(forced, fc.nat(1e6), (given, seq) => {
        const written = { ...TRAILERS, iteration: null, record: { seq, hash: HASH }, forced: given };
        const message = writeCommitMessage({ is: 'forced', phase: 'RED' }, written);
        const read = readTrailers(message);
        expect({ ...read, forced: null }).toEqual({ ...written, forced: null });
        expect(writeTrailers(read ?? TRAILERS)).toEqual(writeTrailers(written));
      }),
    );
  });

  test('name the person who approved an exit, in one line', () => {
    const message = writeCommitMessage(RED, { ...TRAILERS, approved: 'ann\nDualgate-Forced: eve: x' });
    expect(message).toContain('\nDualgate-Approved: ann Dualgate-Forced: eve: x\n');
    expect(readTrailers(message)).toEqual({ ...TRAILERS, approved: 'ann Dualgate-Forced: eve: x' });
    const forced = { by: 'ann', reason: 'x' };
    const text = writeCommitMessage({ is: 'forced', phase: 'RED' }, { ...TRAILERS, iteration: null, forced });
    expect(() => readTrailers(`${text}Dualgate-Approved: eve\n`)).toThrow('it names an approval, and no iteration');
  });

  test('name the spec that was given when the run began', () => {
    const start: CommitTrailers = { ...TRAILERS, phase: null, iteration: null, spec: 'specs/a login.md' };
    expect(writeTrailers(start)).toContain('Dualgate-Spec: specs/a login.md');
    expect(readTrailers(writeTrailers(start).join('\n'))).toEqual(start);
  });

  test('names the criteria that already held, and refuses a list that is none', () => {
    const guards = [
      { id: 'AC-2', by: 'agent' as const, why: 'the stub is a number, too', tests: ['a.test.js > AC-2'] },
    ];
    expect(readTrailers(writeTrailers({ ...TRAILERS, guards }).join('\n'))).toEqual({ ...TRAILERS, guards });
    for (const wrong of ['[]', '{}', '[{"id":"AC-2"}]', 'AC-2'])
      expect(() => readTrailers(`${writeTrailers(TRAILERS).join('\n')}\nDualgate-Guards: ${wrong}\n`)).toThrow(
        'its Dualgate-Guards is wrong',
      );
  });

  test('are not those of a reason that looks like some', () => {
    const forced = {
      by: 'eve\nDualgate-Phase: GREEN',
      reason: 'x\n\nDualgate-Run: another\nDualgate-Forced: ann: she',
    };
    const message = writeCommitMessage({ is: 'forced', phase: 'RED' }, { ...TRAILERS, iteration: null, forced });
    expect(readTrailers(message)).toEqual({
      ...TRAILERS,
      iteration: null,
      forced: { by: 'eve Dualgate-Phase GREEN', reason: 'x Dualgate-Run: another Dualgate-Forced: ann: she' },
    });
  });

  test('are read beside those that somebody signed with', () => {
    const message = `${writeCommitMessage(RED, TRAILERS)}Signed-off-by: Ann <ann@example.org>\n`;
    expect(readTrailers(message)).toEqual(TRAILERS);
  });

  test('of a commit that has none are none, also when they stand in its text', () => {
    expect(readTrailers('Mend the roof\n')).toBeNull();
    expect(readTrailers(`See ${writeTrailers(TRAILERS).join('\n')}\n\nIt rains in.\n`)).toBeNull();
  });

  test.each([
    ['a key twice', (text: string) => `${text}Dualgate-Phase: GREEN\n`, 'it has Dualgate-Phase twice'],
    ['a key that there is not', (text: string) => `${text}Dualgate-Proof: yes\n`, 'it has "Dualgate-Proof: yes"'],
    [
      'a hash cut short',
      (text: string) => text.replace(`14 ${HASH}`, '14 aaaa'),
      'its Dualgate-Record is missing or wrong (got "14 aaaa")',
    ],
    [
      'no sources',
      (text: string) => text.replace(/Dualgate-Sources.*\n/, ''),
      'its Dualgate-Sources is missing or wrong (got "")',
    ],
    [
      'a phase left in no iteration, with nobody who forced it',
      (text: string) => text.replace(/Dualgate-Iteration.*\n/, ''),
      'a phase is exited either in an iteration or by a forced exit, and it does not say which',
    ],
  ])('are refused with %s', (_what, spoil, says) => {
    expect(() => readTrailers(spoil(writeCommitMessage(RED, TRAILERS)))).toThrow(
      `Cannot read the commit message: ${says}. dualgate did not write it, or it was changed since. See git log.`,
    );
  });
});
