import { textsOf } from '../findings/a-finding.ts';
import { describe, expect, test } from 'vitest';
import { compileGates } from '../../../gates/compile-gates.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { parseConfig } from '../../../src/read-config/parse-config.ts';
import { listFailed, listWaiting, testsAreThere } from '../../../src/evidence/measures/checks.measure.ts';
import type { MeasuredCheck } from '../../../src/evidence/measures/measure.ts';
import { anIteration } from '../../gates/an-iteration.ts';

const CUB = 'preset: cub\nwork: { spec: s.md }\nagent: { command: my-agent }\ntests: { command: vitest run }\n';
const FAILED = {
  result: { check: 'build', command: 'make', ok: false, exit_code: 2, ms: 1, because: 'exit code 2', tail: [] },
} as unknown as MeasuredCheck;

/** Findings about a failed build, and about one that waits, in a phase of a config. */
const saidOf = (text: string, phase: 'RED' | 'GREEN') => {
  const config = parseConfig(text, { path: '/w/dualgate.yaml', readFile: () => '' });
  const gate = compileGates(config).find((each) => each.phase.phase === phase);
  if (gate === undefined) throw new Error('there is no such phase');
  return textsOf([...listFailed([FAILED], gate, config), ...listWaiting(config.checks, gate, config)]);
};

const UNASKED = 'The check build failed: exit code 2 (make). No condition of GREEN uses build_ok.';

describe('a build that failed', () => {
  test('is not reported as unused when the exit gate of spec 000 counts it', () => {
    const text = `${CUB}checks: { build: make }\nexit_gate: { evidence_checks: { build: true } }\n`;
    expect(saidOf(text, 'GREEN')).toEqual([
      'The check build failed: exit code 2 (make).',
      'Not run until the tests have the result that GREEN needs: build.',
    ]);
    expect(saidOf(text, 'RED')).toEqual([UNASKED.replace('GREEN', 'RED')]);
  });

  test('is said to be so where the exit gate does not count it, or is switched off', () => {
    expect(saidOf(`${CUB}checks: { build: make }\n`, 'GREEN')).toEqual([UNASKED]);
    const off = 'exit_gate: { enabled: false, evidence_checks: { build: true } }';
    expect(saidOf(`${CUB}checks: { build: make }\n${off}\n`, 'GREEN')).toEqual([UNASKED]);
  });
});

describe('the tests are as the phase wants them', () => {
  const READY = anIteration('GREEN').metrics;
  const LEAST = 'work: { spec: s.md }\nagent: { command: my-agent }\ntests: { command: vitest run }\n';
  const green = compileGates(parseConfig(LEAST, { path: '/w/dualgate.yaml', readFile: () => '' }))[1];
  const areThere = (spoil: Metrics) => green !== undefined && testsAreThere(green, { ...READY, ...spoil });

  test('before the mutation check, which comes last', () => {
    expect(READY.mutants_tested).toBeUndefined();
    expect(areThere({})).toBe(true);
  });

  test.each([
    { tests_failing: 1, tests_passing: 2 },
    { consecutive_green_runs: 1 },
    { runner_exit_code: 1 },
    { report_fresh: false },
    { mutants_tested: 3, mutants_killed_percent: 0 },
  ])('not with %j', (spoil) => {
    expect(areThere(spoil)).toBe(false);
  });
});
