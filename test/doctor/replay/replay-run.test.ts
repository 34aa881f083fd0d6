import { describe, expect, test } from 'vitest';
import { compileGates } from '../../../gates/compile-gates.ts';
import { decide } from '../../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { WorkRecord, LedgerData } from '../../../src/records/records.ts';
import type { KnownReview } from '../../../src/records/fold/work-state.ts';
import { findReviewOddities, type Replay, replayRun } from '../../../src/doctor/replay/replay-run.ts';
import { anIteration } from '../../gates/an-iteration.ts';
import { renderReplay } from '../../../src/cli/commands/replay.command.ts';
import { parseConfig } from '../../../src/read-config/parse-config.ts';
import { hashBytes } from '../../../src/ledger/ledger-record.ts';
import { readRecordedConfig, type ReplayConfig } from '../../../src/records/recorded-config.ts';
import { golden } from '../../run/explain/golden-records.ts';

describe('replay run', () => {
  const startOf = ([first]: readonly WorkRecord[]): LedgerData['run.started'] => {
    if (first?.type !== 'run.started') throw new Error('no run begins');
    return first.data;
  };

  /** The config of a golden run, with something else in it. */
  const spoilt = (records: readonly WorkRecord[], spoil: (config: ReplayConfig) => ReplayConfig): ReplayConfig =>
    spoil(readRecordedConfig(startOf(records)));

  const withPhase = (config: ReplayConfig, name: string, spoil: object): ReplayConfig => ({
    ...config,
    phases: config.phases.map((phase) => (phase.phase === name ? { ...phase, ...spoil } : phase)),
  });

  const conditionOf = (condition: string) => ({ name: 'other', condition });

  /** `GREEN 1: hold → leave`, with what is unknown or hypothetical. */
  const tell = ({ iterations }: Replay): readonly string[] =>
    iterations.flatMap(({ phase, iteration, recorded, again, differences, unknown, hypothetical }) =>
      differences.length + unknown.length === 0
        ? []
        : [
            `${phase} ${iteration}${hypothetical ? '*' : ''}: ${recorded.next} → ${unknown.length > 0 ? 'unknown' : (again?.next ?? 'none')}`,
          ],
    );

  /** One record of a golden run in other words, as somebody with the code at hand would seal it anew. */
  const forge = <T extends WorkRecord['type']>(
    records: readonly WorkRecord[],
    type: T,
    edit: (data: LedgerData[T]) => LedgerData[T],
  ): readonly WorkRecord[] => {
    const at = records.findLastIndex((each) => each.type === type);
    // The record at that place is of that type, and so is what it carries.
    return records.map((each, i) =>
      i === at ? ({ ...each, data: edit(each.data as LedgerData[T]) } as WorkRecord) : each,
    );
  };

  describe('a run that is decided again under its own config', () => {
    test('gives the same decisions', () => {
      const replay = replayRun(golden('held-and-stuck'));
      expect(replay).toMatchObject({ run: 'golden-held-and-stuck', under: 'recorded', same: true, oddities: [] });
      expect(
        replay.iterations.map(({ phase, iteration, recorded }) => `${phase} ${iteration} ${recorded.next}`),
      ).toEqual([
        'RED 1 leave',
        'GREEN 1 hold',
        'GREEN 2 hold',
        'GREEN 3 hold',
        'GREEN 4 hold',
        'GREEN 5 hold',
        'GREEN 6 hold',
      ]);
      expect(renderReplay(replay, null)).toBe(
        'golden-held-and-stuck: 7 iterations, decided again under its recorded config: every decision is the same.',
      );
    });

    test('differs when a decision was forged that its own measurement does not give', () => {
      const forged = forge(golden('held-and-stuck'), 'iteration.decided', ({ record, decision }) => ({
        record,
        decision: { ...decision, can_exit: true, next: 'leave', reason: 'Both gates agree in this iteration' },
      }));
      const replay = replayRun(forged);
      expect(replay.same).toBe(false);
      expect(replay.iterations.at(-1)?.differences.map(({ what, recorded }) => `${what}: ${recorded}`)).toEqual([
        'next: leave',
        'can_exit: true',
        'reason: Both gates agree in this iteration',
      ]);
    });

    test('differs when a clause was removed from the ones that held it', () => {
      const forged = forge(golden('held-and-stuck'), 'iteration.decided', ({ record, decision }) => ({
        record,
        decision: { ...decision, gate_1: { ...decision.gate_1, unmet: [] } },
      }));
      expect(replayRun(forged).iterations.at(-1)?.differences).toMatchObject([
        { what: 'gate_1.unmet', recorded: '[]' },
      ]);
    });

    test('differs when a clause that held it names other metrics', () => {
      const forged = forge(golden('held-and-stuck'), 'iteration.decided', ({ record, decision }) => ({
        record,
        decision: {
          ...decision,
          gate_2: { ...decision.gate_2, unmet: decision.gate_2.unmet.map((each) => ({ ...each, metrics: [] })) },
        },
      }));
      expect(replayRun(forged).iterations.at(-1)?.differences).toEqual([
        {
          what: 'gate_2.unmet',
          recorded: '["exit_signal == true: the agent said no (rule 1.2)"]',
          again: '["exit_signal == true: the agent said no (rule 1.2) [exit_signal]"]',
        },
      ]);
    });

    test.each<[string, readonly WorkRecord[], readonly string[]]>([
      [
        'an iteration was left out',
        golden('held-and-stuck').filter(
          ({ type, data }) => type !== 'iteration.decided' || data.record.iteration !== 2,
        ),
        [
          'its iteration is 3, but the records before it give 2',
          'its iterations_used is 3, but the records before it give 2',
        ],
      ],
      [
        'a count that halts the work was lowered',
        forge(golden('held-and-stuck'), 'iteration.decided', ({ record, decision }) => ({
          record: { ...record, without_progress: 0 },
          decision,
        })),
        ['its without_progress is 0, but the records before it give 3'],
      ],
      [
        'a phase was exited that no decision exits',
        forge(golden('completed-with-commits'), 'phase.exited', (data) => ({ ...data, iteration: 2 })),
        ['no decision before it exits DOCUMENT in iteration 2'],
      ],
      [
        'nobody forced what was forced',
        forge(golden('aborted'), 'phase.exited', (data) => ({ ...data, forced_exit: true })),
        ['no operator forced RED'],
      ],
      [
        'it ends with the word that the work is done, and it is not',
        forge(golden('held-and-stuck'), 'run.ended', (data) => ({ ...data, status: 'completed' })),
        ['it says completed, but the work is in GREEN'],
      ],
      [
        'it ends with another word, and the work is done',
        forge(golden('completed-with-commits'), 'run.ended', (data) => ({ ...data, status: 'stuck' })),
        ['it says stuck, but the work is at its end'],
      ],
      [
        'an iteration has an approval that nobody gave',
        forge(golden('held-and-stuck'), 'iteration.decided', ({ record, decision }) => ({
          record: { ...record, approval: { approved: true, by: 'ann', at: record.ended_at, tree: record.tree.after } },
          decision,
        })),
        [expect.stringMatching(/^its approval is .+, but the records before it give "null"$/)],
      ],
      [
        'a run begins in it a second time',
        [...golden('aborted'), ...golden('aborted').slice(0, 1)],
        ['the run had already begun'],
      ],
      [
        'an iteration of another run is in it',
        forge(golden('aborted'), 'iteration.decided', ({ record, ...rest }) => ({
          ...rest,
          record: { ...record, run: 'r' },
        })),
        ['its run is "r", but the records before it give "golden-aborted"'],
      ],
    ])('is reported where records do not follow from one another: %s', (_, records, whats) => {
      const { oddities, same } = replayRun(records);
      expect(oddities.map(({ what }) => what).slice(0, whats.length)).toEqual(whats);
      expect(same).toBe(false);
    });

    test('is reported where the decision is of another version, which may have another floor', () => {
      const records = golden('held-and-stuck').map((each) =>
        each.type === 'run.started'
          ? { ...each, data: { ...each.data, versions: { dualgate: '0.0.9', node: '1' } } }
          : each,
      );
      const forged = forge(records, 'iteration.decided', ({ record, decision }) => ({
        record,
        decision: { ...decision, gate_1: { ...decision.gate_1, unmet: decision.gate_1.unmet.slice(1) } },
      }));
      const replay = replayRun(forged);
      expect(replay.versions.recorded).toBe('0.0.9');
      expect(renderReplay(replay, null)).toContain('GREEN 6:\n  - gate_1.unmet: ');
      expect(renderReplay(replay, null)).toContain(
        'decided by dualgate 0.0.9; this is 0.1.0, which may require other clauses',
      );
    });
  });

  describe('a run that is decided again under another config', () => {
    const stuck = golden('held-and-stuck');

    test('gives the same under the same one', () => {
      expect(
        replayRun(
          stuck,
          spoilt(stuck, (config) => config),
        ),
      ).toMatchObject({ under: 'other', same: true });
    });

    test('would have been halted earlier by a lower limit, and all after that is hypothetical', () => {
      const other = spoilt(stuck, (config) => withPhase(config, 'GREEN', { limits: { max_iterations: 3 } }));
      const replay = replayRun(stuck, other);
      expect(tell(replay)).toEqual([
        'GREEN 3: hold → stop',
        'GREEN 4*: hold → stop',
        'GREEN 5*: hold → stop',
        'GREEN 6*: hold → stop',
      ]);
      expect(replay.iterations.map(({ hypothetical }) => hypothetical)).toEqual([
        false,
        false,
        false,
        false,
        true,
        true,
        true,
      ]);
    });

    test('would have ended before an iteration by a limit of the run', () => {
      const other = spoilt(stuck, (config) => ({ ...config, limits: { iterations: 6, minutes: 480 } }));
      expect(tell(replayRun(stuck, other))).toEqual(['GREEN 6: hold → none']);
      expect(replayRun(stuck, other).iterations.at(-1)?.differences).toEqual([
        { what: 'next', recorded: 'hold', again: 'no decision: limits.iterations of 6 were used' },
      ]);
    });

    test('is held by other clauses, with the same course', () => {
      const other = spoilt(stuck, (config) =>
        withPhase(config, 'GREEN', { gate_1: conditionOf('tests_failing == 0 AND files_created >= 9') }),
      );
      const replay = replayRun(stuck, other);
      expect(replay.iterations[1]).toMatchObject({
        recorded: { next: 'hold' },
        again: { next: 'hold' },
        hypothetical: false,
        differences: [{ what: 'clauses', again: expect.stringContaining('files_created >= 9') }],
      });
    });

    test('does not invent missing measurements: decisions that depend on them are unknown', () => {
      const done = golden('completed-with-commits');
      const other = spoilt(done, (config) =>
        withPhase(config, 'GREEN', { gate_1: conditionOf('tests_failing == 0 AND lint_ok') }),
      );
      const replay = replayRun(done, other);
      expect(tell(replay)).toEqual(['GREEN 1: leave → unknown']);
      expect(replay.iterations[1]).toMatchObject({ unknown: ['lint_ok was not measured'], again: { next: 'hold' } });
      expect(replay.same).toBe(false);
    });

    test('is held for certain where the measurement already holds it', () => {
      const other = spoilt(stuck, (config) =>
        withPhase(config, 'GREEN', { gate_1: conditionOf('tests_failing == 0 AND lint_ok') }),
      );
      expect(replayRun(stuck, other).iterations[1]).toMatchObject({ unknown: [], again: { next: 'hold' } });
    });

    test('does not know the result of more green runs, a missing mutation check, or tests of the other kind', () => {
      const done = golden('completed-with-commits');
      const unknown = (spoil: (config: ReplayConfig) => ReplayConfig) =>
        replayRun(done, spoilt(done, spoil)).iterations[1]?.unknown;
      expect(unknown((config) => ({ ...config, confirmations: 3 }))).toEqual([
        'the suite was green 2 times and did not run again',
      ]);
      expect(unknown((config) => ({ ...config, mutation_check: { at_least: 3, percent: 50 } }))).toEqual([
        'mutants_killed_percent was not measured',
        'mutants_tested was not measured',
        'code_reached_percent was not measured',
        'files_killed was not measured',
        'files_mutated was not measured',
        'stubs_left was not measured',
        'lines_unread was not measured',
        'suite_stands_alone was not measured',
        'criteria_killing was not measured',
        'criteria_mutated was not measured',
        'guards_killed was not measured',
        'guards_total was not measured',
        'counter_check_failing was not measured',
        'counter_check_tests was not measured',
      ]);
      expect(
        unknown((config) =>
          withPhase(config, 'GREEN', { tests: 'must_fail', gate_1: conditionOf('tests_failing >= 1') }),
        ),
      ).toEqual(expect.arrayContaining(['tests_failing was counted for a phase whose tests must_pass']));
    });

    test('has no decision where it has no such phase', () => {
      const other = spoilt(stuck, ({ phases, ...config }) => ({ ...config, phases: phases.slice(0, 1) }));
      expect(replayRun(stuck, other).iterations[1]).toMatchObject({
        again: null,
        differences: [{ what: 'next', recorded: 'hold', again: 'no decision: this config has no phase GREEN' }],
      });
    });

    test('can be a config that was read from a file', () => {
      const text =
        'version: 1\nwork: { spec: spec.md }\nagent: { command: "true" }\ntests: { command: node --test }\nintegrity: warn\n';
      const other = parseConfig(text, { path: '/dualgate.yaml', readFile: () => '' });
      expect(replayRun(stuck, other)).toMatchObject({ under: 'other', run: 'golden-held-and-stuck' });
    });

    test('is shown as a table, with the place from which on it is hypothetical', () => {
      const other = spoilt(stuck, (config) => withPhase(config, 'GREEN', { limits: { max_iterations: 4 } }));
      expect(renderReplay(replayRun(stuck, other), 'other.yaml')).toBe(
        [
          'golden-held-and-stuck: 7 iterations, decided again under other.yaml: 3 decisions differ.',
          '',
          '  iteration  recorded  replayed',
          '  GREEN 4    hold      stop',
          '  GREEN 5 *  hold      stop',
          '  GREEN 6 *  hold      stop',
          '',
          'GREEN 4:',
          '  - next: hold',
          '       → stop (Exit gate not passing: 4 of 4 iterations used)',
          'GREEN 5:',
          '  - next: hold',
          '       → stop (Exit gate not passing: 5 of 4 iterations used)',
          'GREEN 6:',
          '  - next: hold',
          '       → stop (Exit gate not passing: 6 of 4 iterations used)',
          '',
          '* After GREEN 4 the run would have taken another path. The later decisions use recorded measurements that the run would not have made.',
        ].join('\n'),
      );
    });
  });

  describe('a run that cannot be decided again', () => {
    const records = golden('aborted');
    const started = startOf(records);
    const withConfig = (config: unknown): readonly WorkRecord[] => [
      { type: 'run.started', at: '', data: { ...started, config, config_hash: hashBytes(JSON.stringify(config)) } },
    ];
    const asAFunction = JSON.parse(JSON.stringify(started.config).replace('exit_signal == true', '[function mine]'));

    test.each<[string, readonly WorkRecord[], string]>([
      ['one without a beginning', [], 'Cannot replay the run: its first record does not start a run.'],
      [
        'one whose config was changed in its place',
        [
          {
            type: 'run.started',
            at: '',
            data: { ...started, config: { ...Object(started.config), integrity: 'warn' } },
          },
        ],
        'Cannot replay the run: the config in its first record does not match the hash beside it. Run dualgate verify.',
      ],
      [
        'one whose config is none',
        withConfig({ version: 1 }),
        'Cannot replay the run: the config in its first record cannot be read (phases). Pass a config with --config.',
      ],
      [
        'one with a function for a gate',
        withConfig(asAFunction),
        'Cannot replay the run: a gate of RED was a function, which a ledger cannot hold. Call replayRun with the config that has it.',
      ],
      [
        'one whose conditions are not understood any more',
        withConfig(JSON.parse(JSON.stringify(started.config).replace('exit_signal == true', 'exit_signal is true'))),
        'Cannot replay the run: its gates can no longer be evaluated: ',
      ],
    ])('is refused: %s', (_, given, message) => {
      expect(() => replayRun(given)).toThrow(message);
    });
  });
});

describe('follow reviews', () => {
  const AT = '2026-01-13T10:00:00Z';
  const [RED] = compileGates({ phases: DEFAULT_PHASES, review: {} });
  const APPROVED: KnownReview = { outcome: 'approved', why: '', findings: [], reviewer: 'codex' };

  const decided = (metrics: Parameters<typeof anIteration>[1], exitTree = 't1'): WorkRecord => {
    if (RED === undefined) throw new Error('there is no RED');
    const record = anIteration('RED', metrics, { tree: { before: 't0', after: 't1', head: null } });
    const decision = decide(RED, record);
    const exit = decision.can_exit ? { exit: { frozen: {}, tests: [], failing: [], tree: exitTree } } : {};
    return { type: 'iteration.decided', at: AT, data: { record, decision, ...exit } };
  };

  const reviewed = (tree: string, outcome: KnownReview['outcome']): WorkRecord => ({
    type: 'review.ended',
    at: AT,
    data: {
      phase: 'RED',
      iteration: 1,
      attempt: 1,
      tree,
      ...APPROVED,
      outcome,
      turn: { outcome: 'ok', exit_code: 0, ms: 1 },
      transcript: 't',
    },
  });

  const tell = (record: WorkRecord, reviews: Readonly<Record<string, KnownReview>> = {}, isAsked = true) =>
    findReviewOddities(record, { reviews }, isAsked);

  describe('reviews in a ledger', () => {
    test('follow where the exit has the approval of its sources', () => {
      expect(tell(decided({ review_approved: true }), { t1: APPROVED })).toEqual([]);
      expect(tell(decided({ review_approved: false }), { t1: { ...APPROVED, outcome: 'findings' } })).toEqual([]);
      expect(tell(decided({}), {}, false)).toEqual([]);
    });

    test('are missed at an exit without one', () => {
      expect(tell(decided({}))).toEqual(['it exits RED without a review']);
    });

    test.each([
      ['of other sources', { t2: APPROVED }],
      ['that holds', { t1: { ...APPROVED, outcome: 'findings' as const } }],
      ['that is not there', {}],
    ])('do not approve by a verdict %s', (_what, reviews) => {
      expect(tell(decided({ review_approved: true }), reviews)).toEqual(['no review before it approves its sources']);
    });

    test('do not approve an exit with other sources', () => {
      expect(tell(decided({ review_approved: true }, 't9'), { t1: APPROVED })).toEqual([
        'its exit has other sources than those that were reviewed',
      ]);
    });

    test('need no verdict where the sources changed meanwhile: that holds', () => {
      expect(tell(decided({ review_approved: true, tree_stable: false }))).toEqual([]);
    });

    test('are given once for each state of the sources; an answer without a verdict may come again', () => {
      const again = ['these sources had the verdict of a review before'];
      expect(tell(reviewed('t1', 'approved'), { t1: { ...APPROVED, outcome: 'findings' } })).toEqual(again);
      expect(tell(reviewed('t1', 'no_verdict'), { t1: APPROVED })).toEqual([]);
      expect(tell(reviewed('t2', 'approved'), { t1: APPROVED })).toEqual([]);
    });
  });
});
