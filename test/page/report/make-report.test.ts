import { describe, expect, it } from 'vitest';
import { renderReports, makeReport } from '../../../src/page/report/make-report.ts';
import type { WorkRecord } from '../../../src/records/records.ts';
import { BLOCKED, FORCED } from './a-ledger.ts';

const report = (records: readonly WorkRecord[], isGoing = false) => makeReport(records, { isGoing });

const isTampered = (record: WorkRecord): boolean =>
  record.type === 'iteration.decided' && record.data.record.findings.some(({ code }) => code.startsWith('tampering'));

describe('a report is made from the records alone', () => {
  it('shows how each phase ended, and what held it how often', () => {
    expect(
      report(FORCED).phases.map(({ phase, outcome, iterations, discarded_turns, held }) => [
        phase,
        outcome,
        iterations,
        discarded_turns,
        held[0],
      ]),
    ).toEqual([
      ['RED', 'exited', 1, 1, undefined],
      ['GREEN', 'exited', 3, 0, { text: 'tests_failing == 0', count: 2 }],
      ['POLISH', 'forced', 1, 0, { text: 'refactoring_complete == true', count: 1 }],
    ]);
  });

  it('counts all tests that failed at the last decision, although a record lists 50 at most', () => {
    const records = BLOCKED.map((record): WorkRecord => {
      if (record.type !== 'iteration.decided') return record;
      const failing = Array.from({ length: 50 }, (_, n) => ({ file: 'a', name: `${n}`, message: 'no' }));
      const { metrics } = record.data.record;
      return {
        ...record,
        data: {
          ...record.data,
          record: { ...record.data.record, failing, metrics: { ...metrics, tests_failing: 8572 } },
        },
      };
    });
    expect(report(records).held?.failing_count).toBe(8572);
    expect(renderReports([report(records)])).toContain('- `fails: 8567 more`');
  });

  it('says that the sums of JUnit files are not compared, where the config says so', () => {
    const withSums = (sums: object): readonly WorkRecord[] =>
      FORCED.map(
        (record): WorkRecord =>
          record.type === 'run.started'
            ? { ...record, data: { ...record.data, config: { tests: { suites: [{ name: 'a' }, sums] } } } }
            : record,
      );
    const told = renderReports([report(withSums({ sums: 'ignore' }))]);
    expect(told).toContain('The sums of JUnit files are not compared with their tests (tests.junit.sums: ignore)');
    expect(renderReports([report(withSums({}))])).not.toContain('The sums of JUnit files');
  });

  it('shows every indicator threshold of an operator, with its author', () => {
    const by = (threshold: number) => ({ threshold, from: '--exit-threshold', by: 'ada' }) as const;
    const records = FORCED.flatMap((record): readonly WorkRecord[] => {
      if (record.type !== 'run.started') return [record];
      const { at } = record;
      const started = { ...record, data: { ...record.data, exit_threshold: by(1) } };
      return [started, { type: 'run.resumed', at, data: { tree: 't', ended: [], exit_threshold: by(2) } }];
    });
    const reported = report(records);
    expect(reported.thresholds.map(({ threshold, from, by: who }) => [threshold, from, who])).toEqual([
      [1, '--exit-threshold', 'ada'],
      [2, '--exit-threshold', 'ada'],
    ]);
    expect(renderReports([reported])).toContain('the indicator threshold is 1, by `ada`: `--exit-threshold`');
    expect(renderReports([reported])).toContain('the indicator threshold is 2, by `ada`: `--exit-threshold`');
  });

  it('shows who approved or rejected which sources of which phase, and none where no person was asked', () => {
    const answer = { phase: 'GREEN', iteration: 3, attempt: 1, tree: 'a'.repeat(64), by: 'ada' };
    const at = '2026-01-13T10:00:00.000Z';
    const answered = report([
      ...FORCED,
      { type: 'operator.rejected', at, data: { ...answer, reason: 'too slow | <b>' } },
      { type: 'operator.approved', at, data: { ...answer, iteration: 4 } },
    ]);
    expect(answered.approvals).toEqual([
      { phase: 'GREEN', iteration: 3, approved: false, by: 'ada', at, tree: 'a'.repeat(64), reason: 'too slow | <b>' },
      { phase: 'GREEN', iteration: 4, approved: true, by: 'ada', at, tree: 'a'.repeat(64), reason: null },
    ]);
    expect(/## Approvals\n\n([^#]*)\n\n/.exec(renderReports([answered]))?.[1]?.split('\n')).toEqual([
      '| phase | answer | by | at | sources |',
      '| --- | --- | --- | --- | --- |',
      `| \`GREEN 3\` | **rejected**: \`too slow \\| <b>\` | \`ada\` | ${at} | \`aaaaaaaaaaaa\` |`,
      `| \`GREEN 4\` | approved | \`ada\` | ${at} | \`aaaaaaaaaaaa\` |`,
    ]);
    expect(report(FORCED)).not.toHaveProperty('approvals');
  });

  it('says how much of the changed code tests reach, with the lines that none reaches', () => {
    const reach = {
      lines: 24,
      lines_unreached: 10,
      unreached: [{ path: 'src/words.js', line: 3, lines: 10 }],
      not_asked: { lines: 2, why: 'enough' },
    } as const;
    const records = FORCED.map((record) =>
      record.type === 'iteration.decided' && record.data.mutation_check !== undefined
        ? { ...record, data: { ...record.data, mutation_check: { ...record.data.mutation_check, reach } } }
        : record,
    );
    expect(report(records).mutationChecks).toMatchObject([{ phase: 'GREEN', reach }]);
    expect(renderReports([report(records)])).toContain(
      '- `GREEN`: 3 mutants tested, 3 killed; tests reach 12 of 24 changed lines in functions; none of `src/words.js:3-12`; 2 not asked about (the others decide)',
    );
  });

  it('says where the tests of a criterion pass with another value', () => {
    const weak = { path: 'src/shout.js', line: 3, before: '1', after: '2', test: 'shouts' };
    const criteria = [{ id: 'AC-1', tests: 1, killed: 0, end: 'survived', weak }] as const;
    const records = FORCED.map((record) =>
      record.type === 'iteration.decided' && record.data.mutation_check !== undefined
        ? { ...record, data: { ...record.data, mutation_check: { ...record.data.mutation_check, criteria } } }
        : record,
    );
    expect(renderReports([report(records)])).toContain('1 test, each passes with another value at src/shout.js:3');
  });

  it('names forced exits, guidance, flaky tests, the mutation check, and frozen files that are changed', () => {
    const { commands, flaky, mutationChecks, tampering, discarded, commits, waits } = report(FORCED);
    expect(commands.forced).toEqual([
      { phase: 'POLISH', by: 'ada', reason: 'polish | it `later` <b>', at: '2026-11-22T07:28:26.584Z' },
    ]);
    expect(commands.guidance.map(({ text }) => text)).toEqual(['Leave | the tests alone']);
    expect(flaky).toEqual([{ text: 'checks/luck.test.mjs > luck | `::error::` <b>', count: 1 }]);
    expect(mutationChecks).toEqual([
      { phase: 'GREEN', mutants_tested: 3, mutants_killed: 3, unproven: [], inconclusive: null },
    ]);
    // They were restored, so nothing is changed at the end.
    expect(tampering).toEqual([]);
    const before = FORCED.slice(0, FORCED.findIndex((each) => isTampered(each)) + 1);
    expect(report(before).tampering.map(({ text }) => text)).toEqual([
      'checks/shout.test.mjs was changed after it was frozen: restore it as it was.',
      'The test "checks/shout.test.mjs > AC-2: a shout ends with one exclamation mark" is gone: bring it back, by the same name.',
    ]);
    expect(discarded).toEqual([{ text: 'The agent crashed (exit code 7) and changed nothing', count: 1 }]);
    expect({ commits, waits }).toEqual({ commits: [], waits: { count: 0, ms: 0 } });
  });

  it('shows how often a turn of the agent was ended, and why: the agent was silent, or took too long', () => {
    const ended = ['idle', 'idle', 'wall'] as const;
    let turn = 0;
    const reported = report(
      FORCED.map((record): WorkRecord => {
        const which = record.type === 'turn.ended' ? ended[turn++] : undefined;
        if (record.type !== 'turn.ended' || which === undefined) return record;
        return { ...record, data: { ...record.data, turn: { ...record.data.turn, outcome: 'timed_out', which } } };
      }),
    );
    expect(reported.cut_short).toEqual([
      { text: 'it printed nothing for agent.idle_timeout', count: 2 },
      { text: 'it took longer than agent.timeout', count: 1 },
    ]);
    expect(renderReports([reported])).toContain(
      '- a turn was ended: `it printed nothing for agent.idle_timeout`, 2×\n',
    );
    expect(report(FORCED).cut_short).toEqual([]);
  });

  it('gives each criterion its tests', () => {
    expect(report(FORCED).criteria).toEqual([
      { id: 'AC-1', tests: ['checks/shout.test.mjs > AC-1: a word is shouted in capitals'], state: 'passing' },
      { id: 'AC-2', tests: ['checks/shout.test.mjs > AC-2: a shout ends with one exclamation mark'], state: 'passing' },
    ]);
    const untilRed = FORCED.slice(0, FORCED.findIndex(({ type }) => type === 'phase.exited') + 1);
    expect(report(untilRed).criteria.map(({ state }) => state)).toEqual(['not_passing', 'not_passing']);
    expect(report(FORCED.slice(0, 1)).criteria.map(({ state }) => state)).toEqual(['no_test', 'no_test']);
  });

  it('gives a criterion the earlier test that it changed', () => {
    const changed = { test: 'checks/old.test.mjs > shouts', file: 'checks/old.test.mjs', because: 'AC-2' };
    const untilRed = FORCED.slice(0, FORCED.findIndex(({ type }) => type === 'phase.exited') + 1);
    const records = untilRed.map((record): WorkRecord => {
      if (record.type !== 'iteration.decided' || record.data.exit === undefined) return record;
      const exit = { ...record.data.exit, changed: [{ ...changed, by: 'spec', what: 'edited' } as const] };
      return { ...record, data: { ...record.data, exit: { ...exit, tests: [...exit.tests, changed.test] } } };
    });
    expect(report(records).criteria.map(({ tests }) => tests)).toEqual([
      ['checks/shout.test.mjs > AC-1: a word is shouted in capitals'],
      ['checks/shout.test.mjs > AC-2: a shout ends with one exclamation mark', changed.test],
    ]);
  });

  it('shows its status: ended, active, or crashed', () => {
    const notEnded = BLOCKED.slice(0, -1);
    expect([report(FORCED), report(BLOCKED), report(notEnded, true), report(notEnded)].map(statusOf)).toEqual([
      ['completed', null, 0],
      ['needs_human', 'POLISH', 4],
      ['running', 'POLISH', null],
      ['crashed', 'POLISH', null],
    ]);
  });

  it('counts the time of an active loop, and no break between an end and a resume', () => {
    const [first] = BLOCKED;
    const at = (time: string) => `2026-01-02T${time}.000Z`;
    const ending = { status: 'interrupted', why: 'interrupted', exit_code: 3 } as const;
    const records: readonly WorkRecord[] = [
      { ...(first as WorkRecord), at: at('00:00:00') },
      { type: 'run.ended', at: at('00:01:00'), data: ending },
      { type: 'operator.guided', at: at('07:00:00'), data: { phase: 'RED', by: 'ada', text: 'go' } },
      { type: 'run.resumed', at: at('08:00:00'), data: { tree: '', ended: [] } },
      { type: 'chart.halted', at: at('08:00:30'), data: { phase: 'RED', why: 'why', status: 'needs_human' } },
    ];
    expect(report(records).worked_ms).toBe(90_000);
    // Killed, and resumed hours later: only up to the last record of the loop.
    expect(report(records.filter(({ type }) => type !== 'run.ended')).worked_ms).toBe(30_000);
    const why = 'The loop was killed or crashed before this iteration was decided';
    const half = { phase: 'RED', iteration: 1, attempt: 1, outcome: 'cut_off', why } as const;
    const killed = records.flatMap((record): readonly WorkRecord[] =>
      record.type === 'run.ended' ? [{ type: 'turn.discarded', at: at('08:00:00'), data: half }] : [record],
    );
    expect(report(killed).worked_ms).toBe(30_000);
  });

  it('adds up limits that were waited out', () => {
    const waited: WorkRecord = {
      type: 'turn.discarded',
      at: '2026-01-02T00:00:00.000Z',
      data: {
        phase: 'RED',
        iteration: 1,
        attempt: 1,
        outcome: 'rate_limited',
        why: '429',
        wait_until: '2026-01-02T00:10:00.000Z',
      },
    };
    // The pause after a crash is none of the provider's.
    const crashed: WorkRecord = { ...waited, data: { ...waited.data, outcome: 'crashed', why: 'crashed' } };
    expect(report([...BLOCKED, waited, crashed, waited]).waits).toEqual({ count: 2, ms: 1_200_000 });
  });

  it('takes the config of a run of any version as it is', () => {
    const [first, ...rest] = FORCED;
    if (first?.type !== 'run.started') throw new Error('The ledger begins otherwise.');
    for (const config of [null, [], { phases: 'x', work: 1 }, { phases: [null, { phase: 3 }] }])
      expect(report([{ ...first, data: { ...first.data, config } }, ...rest])).toMatchObject({
        spec: '',
        status: 'completed',
        phases: [{ phase: 'RED' }, { phase: 'GREEN' }, { phase: 'POLISH' }],
      });
  });
});

const statusOf = ({ status, phase, exit_code }: ReturnType<typeof report>) => [status, phase, exit_code];
