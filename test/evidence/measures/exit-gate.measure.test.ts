import { textsOf } from '../findings/a-finding.ts';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileGates } from '../../../gates/compile-gates.ts';
import type { Signal } from '../../../gates/iteration.ts';
import { decide } from '../../../gates/decide.ts';
import { freezeFiles } from '../../../src/evidence/integrity/freeze.ts';
import { describeExitGate } from '../../../src/records/exit-gate-entry.ts';
import {
  areCriteriaAddressed,
  type IndicatorsQuestion,
  measureIndicators,
} from '../../../src/evidence/measures/exit-gate.measure.ts';
import { asksForCleanGit } from '../../../src/evidence/measures/measures.ts';
import { LEAST, parse } from '../../project/config/a-config.ts';
import { aFolder, write } from '../a-repository.ts';
import { anIteration, aSignal, READY } from '../../gates/an-iteration.ts';

const configOf = (gate: string) => parse(`${LEAST}checks: { build: make }\npreset: cub\nexit_gate: ${gate}\n`);
const OVERRIDE: Partial<Signal> = { dialect: 'cub', told: { override: true, confidence: 'high' } };

/** Everything is there but words; what differs stands over it. */
const measure = async (gate: string, said: string, differing: Partial<IndicatorsQuestion> = {}) => {
  const folder = await aFolder();
  await write(folder, { said });
  const config = configOf(gate);
  const compiled = compileGates(config).find(({ phase }) => phase.phase === 'GREEN');
  if (compiled === undefined) throw new Error('no GREEN');
  const question: IndicatorsQuestion = {
    config,
    gate: compiled,
    said: { transcript: join(folder, 'said') },
    turn: { outcome: 'ok', exit_code: 0, ms: 1 },
    signal: aSignal(true),
    known: READY.GREEN,
    criteriaAddressed: true,
    threshold: null,
    ...differing,
  };
  const { metrics, findings, indicators } = await measureIndicators(question);
  const record = anIteration('GREEN', metrics, {
    signal: question.signal,
    findings,
    ...(indicators === undefined ? {} : { indicators }),
  });
  const decision = decide(compiled, record);
  return {
    metrics,
    notes: textsOf(findings),
    indicators,
    can_exit: decision.can_exit,
    log: describeExitGate(config.exit_gate, record, decision),
  };
};

describe('the indicators of spec 000', () => {
  test('are patterns and evidence, each once', async () => {
    const { metrics, indicators, can_exit } = await measure('{}', 'Ready for review. Ready for review.\n');
    expect(metrics).toEqual({ completion_indicators: 1, evidence_indicators: 2, indicator_threshold: 2 });
    expect(indicators).toEqual({
      patterns: ['ready for review'],
      evidence: { tests: true, acceptance_criteria: true },
      threshold: 2,
    });
    expect(can_exit).toBe(true);
  });

  test.each([
    ['tests that fail', { known: { ...READY.GREEN, tests_failing: 1, tests_passing: 9 } }, ['tests']],
    ['no tests', { known: { ...READY.GREEN, tests_total: 0, tests_passing: 0 } }, ['tests']],
    ['an exit code that says no', { known: { ...READY.GREEN, runner_exit_code: 1 } }, ['tests']],
    ['nothing measured', { known: {} }, ['tests']],
    ['a criterion without a passing test', { criteriaAddressed: false }, ['acceptance_criteria']],
  ] as const)('with %s have no evidence of it', async (_what, differing, missing) => {
    const { notes, metrics } = await measure(
      '{ patterns: [ready, done] }',
      'Tests pass; git is clean; the build is fine.\n',
      differing,
    );
    expect(notes).toEqual([
      `Missing evidence of completion: ${missing.join(', ')}.`,
      'Completion patterns that the message does not contain: /ready/, /done/.',
    ]);
    expect(metrics['evidence_indicators']).toBe(1);
  });

  test('count build and git when they are switched on, as they were measured', async () => {
    const all = '{ evidence_checks: { build: true, clean_git: true } }';
    const { indicators } = await measure(all, 'x\n', { known: { ...READY.GREEN, build_ok: true, git_clean: false } });
    expect(indicators?.evidence).toEqual({ tests: true, acceptance_criteria: true, build: true, clean_git: false });
    const { indicators: unmeasured } = await measure(all, 'x\n');
    expect(unmeasured?.evidence).toEqual({ tests: true, acceptance_criteria: true, build: false, clean_git: false });
  });

  test('ask git only where the phase counts it', () => {
    const gates = compileGates(configOf('{ evidence_checks: { clean_git: true } }'));
    expect(gates.map((gate) => asksForCleanGit(configOf('{ evidence_checks: { clean_git: true } }'), gate))).toEqual([
      false,
      true,
    ]);
    expect(gates.map((gate) => asksForCleanGit(configOf('{}'), gate))).toEqual([false, false]);
  });

  test('of a turn that did not end well have no words: it said nothing', async () => {
    const crashed = { outcome: 'crashed', exit_code: 1, ms: 1 } as const;
    const { metrics } = await measure('{}', 'Ready for review.\n', { turn: crashed });
    expect(metrics['completion_indicators']).toBe(0);
  });

  test('however many, are no signal', async () => {
    const { can_exit, log } = await measure('{}', 'Ready for review, no remaining work.\n', { signal: aSignal(null) });
    expect([can_exit, log]).toEqual([
      false,
      {
        event: 'exit_gate_blocked',
        indicators: 4,
        completion_indicators: 2,
        evidence_indicators: 2,
        threshold: 2,
        explicit: false,
        decided_by: 'exit_gate',
      },
    ]);
  });

  test('are not counted where they are switched off: the floor and the signal stay', async () => {
    const { metrics, indicators, can_exit, log } = await measure('{ enabled: false }', 'Ready for review.\n');
    expect(metrics).toEqual({ completion_indicators: 0, evidence_indicators: 0, indicator_threshold: 0 });
    expect([indicators, can_exit, log]).toEqual([undefined, true, null]);
    expect((await measure('{ enabled: false }', 'x\n', { signal: aSignal(null) })).can_exit).toBe(false);
  });

  test('use the threshold of an operator instead of that of the config', async () => {
    const { metrics, can_exit } = await measure('{ indicator_threshold: 5 }', 'x\n', { threshold: 1 });
    expect([metrics['indicator_threshold'], can_exit]).toEqual([1, true]);
  });
});

describe('EXIT_OVERRIDE', () => {
  const four = (allow: boolean) => `{ indicator_threshold: 4, allow_agent_override: ${allow} }`;

  test('lifts the threshold where the config allows it, and says so', async () => {
    const { metrics, indicators, notes, can_exit } = await measure(four(true), 'x\n', {
      signal: aSignal(true, OVERRIDE),
    });
    expect([metrics['indicator_threshold'], indicators?.lifted, indicators?.threshold, can_exit]).toEqual([
      0,
      true,
      4,
      true,
    ]);
    expect(notes).toEqual([
      'EXIT_OVERRIDE removed the indicator threshold of 4, as the config allows. It changed nothing else.',
    ]);
  });

  test.each([
    ['where the config does not allow it', four(false), aSignal(true, OVERRIDE)],
    ['beside a no', four(true), aSignal(false, OVERRIDE)],
    ['beside nothing readable', four(true), aSignal(null, OVERRIDE)],
    ['that is not there', four(true), aSignal(true)],
  ])('%s lifts nothing', async (_what, gate, signal) => {
    const { metrics, can_exit } = await measure(gate, 'EXIT_OVERRIDE: true\n', { signal });
    expect([metrics['indicator_threshold'], can_exit]).toEqual([4, false]);
  });

  test('lifts nothing that is measured', async () => {
    const config = configOf(four(true));
    const [, gate] = compileGates(config);
    if (gate === undefined) throw new Error('no GREEN');
    const signal = aSignal(true, OVERRIDE);
    const { metrics } = await measure(four(true), 'x\n', { signal });
    for (const spoil of [
      { tests_failing: 1, tests_passing: 9 },
      { consecutive_green_runs: 1 },
      { tests_intact: false },
    ])
      expect(decide(gate, anIteration('GREEN', { ...metrics, ...spoil }, { signal })).can_exit).toBe(false);
  });
});

describe('acceptance criteria are addressed', () => {
  const addressed = async (spec: string, waiting: { without_test?: string[]; without_passing?: string[] } | null) => {
    const folder = await aFolder();
    await write(folder, { 'spec.md': spec });
    const none = { without_test: [], without_passing: [] };
    return areCriteriaAddressed(
      { folder, work: { spec: 'spec.md' } },
      await freezeFiles(folder, ['spec.md']),
      waiting === null ? null : { ...none, ...waiting },
    );
  };

  test('not by a box that was ticked after the spec was frozen', async () => {
    const folder = await aFolder();
    await write(folder, { 'spec.md': '- [ ] one\n' });
    const frozen = await freezeFiles(folder, ['spec.md']);
    await write(folder, { 'spec.md': '- [x] one\n' });
    const config = { folder, work: { spec: 'spec.md' } };
    const waiting = { without_test: [], without_passing: [] };
    expect(await areCriteriaAddressed(config, frozen, waiting)).toBe(false);
    expect(await areCriteriaAddressed(config, await freezeFiles(folder, ['spec.md']), waiting)).toBe(true);
  });

  test('only when those of each spec are', async () => {
    const folder = await aFolder();
    await write(folder, { 'a.md': '- [x] one\n', 'b.json': '[{ "id": "A", "passes": false, "title": "two" }]' });
    const frozen = await freezeFiles(folder, ['a.md', 'b.json']);
    const config = { folder, work: { spec: 'a.md', more: ['b.json'] } };
    const none = { without_test: [], without_passing: [] };
    expect(await areCriteriaAddressed(config, frozen, { ...none, without_test: ['A.1'] })).toBe(false);
    expect(await areCriteriaAddressed(config, frozen, none)).toBe(true);
  });

  test('not by a box of a spec that nothing holds fast, or that cannot be read any more', async () => {
    const folder = await aFolder();
    await write(folder, { 'spec.md': '- [x] one\n' });
    const frozen = await freezeFiles(folder, ['spec.md']);
    const config = { folder, work: { spec: 'spec.md' } };
    const waiting = { without_test: [], without_passing: [] };
    expect(await areCriteriaAddressed(config, {}, waiting)).toBe(false);
    await rm(join(folder, 'spec.md'));
    await mkdir(join(folder, 'spec.md'));
    expect(await areCriteriaAddressed(config, frozen, waiting)).toBe(false);
  });

  test.each([
    ['when each has a passing test of its id', '- [ ] AC-1: one\n- [ ] AC-2: two\n', {}, true],
    ['when a box is ticked in its stead', '- [x] AC-1: one\n- [x] two\n', { without_test: ['AC-1'] }, true],
    ['not when one has no test', '- [ ] AC-1: one\n- [ ] AC-2: two\n', { without_test: ['AC-2'] }, false],
    ['not when none of its tests passes', '- [ ] AC-1: one\n', { without_passing: ['AC-1'] }, false],
    ['not when one has neither id nor tick', '- [ ] AC-1: one\n- [ ] two\n', {}, false],
    ['not when there is none', '# Nothing\n', {}, false],
    ['not when only a part of the suite ran', '- [ ] AC-1: one\n', null, false],
  ])('%s', async (_what, spec, waiting, expected) => {
    expect(await addressed(spec, waiting)).toBe(expected);
  });
});
