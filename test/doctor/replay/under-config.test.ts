import { describe, expect, test } from 'vitest';
import { compileGates } from '../../../gates/compile-gates.ts';
import { decide } from '../../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { IterationRecord, Indicators } from '../../../gates/iteration.ts';
import { count } from '../../../gates/metrics.ts';
import { findUnmeasured, whyUnknown } from '../../../src/doctor/replay/under-config.ts';
import { anIteration, aSignal } from '../../gates/an-iteration.ts';
import { scoreConfidence } from '../../../gates/confidence.ts';
import { countIndicators } from '../../../gates/indicators.ts';
import { type Config, parseConfig } from '../../../src/read-config/parse-config.ts';
import { hashBytes } from '../../../src/ledger/ledger-record.ts';
import { replayRun } from '../../../src/doctor/replay/replay-run.ts';
import type { WorkRecord } from '../../../src/records/records.ts';
import { aStart } from '../../records/a-start.ts';

const configOf = (preset: string, more = ''): Config =>
  parseConfig(
    `preset: ${preset}\nwork: { spec: s.md }\nagent: { command: a }\ntests: { command: vitest run }\nmutation_check: false\n${more}`,
    { path: '/w/dualgate.yaml', readFile: () => '' },
  );

/** A run of one decided GREEN, as `config` had it decided. */
const runOf = (config: Config, record: IterationRecord, operators?: number): readonly WorkRecord[] => {
  const at = '2026-01-13T10:00:00.000Z';
  const gate = compileGates(config).find(({ phase }) => phase.phase === record.phase);
  if (gate === undefined) throw new Error('there is no such phase');
  const written: unknown = JSON.parse(JSON.stringify(config));
  const started = aStart({
    run: record.run,
    config: written,
    config_hash: hashBytes(JSON.stringify(written)),
    criteria: 1,
    criterion_ids: ['AC-1'],
    ...(operators === undefined
      ? {}
      : { exit_threshold: { threshold: operators, from: '--exit-threshold', by: 'ann' } as const }),
  });
  return [
    { type: 'run.started', at, data: started },
    { type: 'iteration.decided', at, data: { record, decision: decide(gate, record) } },
  ];
};

/** `hold`, or `unknown` and why. */
const replayed = (records: readonly WorkRecord[], config: Config): readonly string[] => {
  const [row] = replayRun(records, config).iterations;
  return row === undefined ? [] : row.unknown.length > 0 ? ['unknown', ...row.unknown] : [row.again?.next ?? 'none'];
};

/** An iteration of `cub`: two checks hold, and these words were found. */
const counted = (patterns: readonly string[], threshold = 2, evidence = { tests: true, acceptance_criteria: true }) => {
  const indicators: Indicators = { patterns, evidence, threshold };
  return anIteration('GREEN', countIndicators(indicators), { run: 'r1', indicators });
};

describe('indicators of a recorded run under another config', () => {
  const cub = configOf('cub');
  const held = runOf(cub, counted([]));

  test('are compared with the threshold of that config', () => {
    expect(replayed(held, cub)).toEqual(['leave']);
    expect(replayed(held, configOf('cub', 'exit_gate: { indicator_threshold: 3 }\n'))).toEqual(['hold']);
  });

  test('are compared with the threshold of the operator, which overrides that of any config', () => {
    const lowered = runOf(configOf('cub', 'exit_gate: { indicator_threshold: 5 }\n'), counted([], 1), 1);
    expect(replayed(lowered, configOf('cub', 'exit_gate: { indicator_threshold: 6 }\n'))).toEqual(['leave']);
  });

  test('are counted by the patterns and the checks of that config', () => {
    const said = runOf(cub, counted(['ready for review', 'no remaining work']));
    expect(replayed(said, configOf('cub', 'exit_gate: { indicator_threshold: 4 }\n'))).toEqual(['leave']);
    const fewer = (threshold: number) =>
      `exit_gate: { indicator_threshold: ${threshold}, patterns: [ready for review, 'all tasks.*completed'], evidence_checks: { acceptance_criteria: false } }\n`;
    expect(replayed(said, configOf('cub', fewer(2)))).toEqual(['leave']);
    expect(replayed(said, configOf('cub', fewer(3)))).toEqual(['hold']);
  });

  test('are unknown where it looks for patterns that were not searched', () => {
    const other = 'exit_gate: { indicator_threshold: 3, patterns: [shipped], evidence_checks: { clean_git: true } }\n';
    expect(replayed(held, configOf('cub', other))).toEqual([
      'unknown',
      '/shipped/ was not searched',
      'the evidence clean_git was not checked',
    ]);
  });

  test('are not asked for where it switches them off', () => {
    const blocked = runOf(cub, counted([], 2, { tests: true, acceptance_criteria: false }));
    expect(replayed(blocked, cub)).toEqual(['hold']);
    expect(replayed(blocked, configOf('cub', 'exit_gate: { enabled: false }\n'))).toEqual(['leave']);
  });
});

describe('a score of a recorded run under another config', () => {
  const doyaken = configOf('doyaken');
  const confidence = scoreConfidence({
    signal: aSignal(true),
    sourcesChanged: true,
    taskDone: false,
    keywords: ['\\bdone\\b'],
    threshold: 70,
    lowClaimsBefore: 0,
  });
  const metrics = { confidence: confidence.score, confidence_threshold: 70, completion_indicated: true };
  const left = runOf(doyaken, anIteration('GREEN', metrics, { run: 'r1', confidence }));

  test('is compared with the threshold of that config', () => {
    expect(confidence.score).toBe(75);
    expect(replayed(left, doyaken)).toEqual(['leave']);
    expect(replayed(left, configOf('doyaken', 'confidence: { threshold: 76 }\n'))).toEqual(['hold']);
  });

  test('has points for the keywords of that config alone', () => {
    expect(replayed(left, configOf('doyaken', 'confidence: { keywords: [\\bfinished\\b] }\n'))).toEqual(['hold']);
    expect(replayed(left, configOf('doyaken', 'confidence: { keywords: [shipped] }\n'))).toEqual([
      'unknown',
      '/shipped/ was not searched',
    ]);
  });
});

test('the limit of refactoring is the one of the other config', () => {
  const prp = configOf('prp');
  const metrics = { iteration: 3, max_refactor_iterations: 5, refactoring_complete: false };
  const record = anIteration('REFACTOR', metrics, { run: 'r1', iteration: 3 });
  expect(replayed(runOf(prp, record), prp)).toEqual(['hold']);
  expect(replayed(runOf(prp, record), configOf('prp', 'limits: { max_refactor_iterations: 3 }\n'))).toEqual(['leave']);
});

const METRICS = { suite: count('of a config'), phase: count('of a config') };

/** Why the other decision on an iteration of GREEN is unknown, under a condition that the run did not have. */
const unknownUnder = (condition: string, record: IterationRecord) => {
  const green = { ...DEFAULT_PHASES[1], gate_1: { name: 'own', condition } };
  const [gate] = compileGates({ phases: [green], metrics: METRICS });
  const [then] = compileGates({ phases: [DEFAULT_PHASES[1]] });
  if (gate === undefined || then === undefined) throw new Error('no gate');
  return whyUnknown(decide(gate, record), gate, findUnmeasured(gate, then, record));
};

describe('the other decision on an iteration', () => {
  test('is unknown where every unmet clause depends on something unmeasured, in any notation', () => {
    expect(unknownUnder('suite >= 1 AND 1 <= phase', anIteration('GREEN'))).toEqual([
      'suite was not measured',
      'phase was not measured',
    ]);
  });

  test('is known where one clause was not met by the measurement', () => {
    expect(unknownUnder('suite >= 1', anIteration('GREEN', { tests_failing: 1, tests_passing: 9 }))).toEqual([]);
  });

  test('is known where only a part of the suite ran, or the record is for another phase, though a metric is called like a word of that', () => {
    expect(unknownUnder('suite >= 1', { ...anIteration('GREEN'), measured: 'criteria' })).toEqual([]);
    expect(unknownUnder('phase >= 1', anIteration('REFACTOR'))).toEqual([]);
  });
});
