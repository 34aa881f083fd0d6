import { describe, expect, it } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { Phase } from '../../../gates/phase.ts';
import { LEAST, parse, problemsOf } from './a-config.ts';
import * as SPEC from './spec-001-documents.ts';

const DOCUMENTS = [SPEC.RED, SPEC.GREEN, SPEC.REFACTOR, SPEC.DOCUMENT];

/** A document as an element of `phases`: only its indentation is ours. */
const pasted = (document: string): string =>
  document
    .trimEnd()
    .split('\n')
    .map((line, number) => (line === '' ? line : `${number === 0 ? '  - ' : '    '}${line}`))
    .join('\n');

/** A block scalar keeps its last line break, the constants of gates/ do not. */
const trimmed = (phases: readonly Phase[]) =>
  phases.map((phase) => ({ ...phase, gate_1: trimCondition(phase.gate_1), gate_2: trimCondition(phase.gate_2) }));
const trimCondition = (gate: Phase['gate_1']) => ({ ...gate, condition: String(gate.condition).trim() });

const aPhase = (lines: string): string => `${LEAST}phases:\n  - phase: GREEN\n    purpose: Make it pass\n${lines}`;

/** Not every project has E2E tests: the purpose of RED names all tests. */
const AS_SPECIFIED = DEFAULT_PHASES.map((phase) => ({
  ...phase,
  purpose: phase.phase === 'RED' ? phase.purpose.replace('all tests', 'all E2E tests') : phase.purpose,
}));

describe('the phase documents of spec 001', () => {
  it('are accepted as elements of phases, and are what the defaults are', () => {
    const config = parse(`${LEAST}phases:\n${DOCUMENTS.map(pasted).join('\n')}\n`);
    expect(trimmed(config.phases)).toEqual(AS_SPECIFIED);
  });

  it('are accepted as files, one document or several in each', () => {
    const files = { 'phases/red.yaml': SPEC.RED, 'phases/rest.yaml': DOCUMENTS.slice(1).join('---\n') };
    const config = parse(`${LEAST}phases: [phases/red.yaml, ./phases/rest.yaml]\n`, files);
    expect(trimmed(config.phases)).toEqual(AS_SPECIFIED);
    expect(config.files).toEqual(['/project/dualgate.yaml', '/project/phases/red.yaml', '/project/phases/rest.yaml']);
  });

  it('keep their order when files and elements are mixed', () => {
    const text = `${LEAST}phases:\n  - green.yaml\n${pasted(SPEC.RED)}\n`;
    expect(parse(text, { 'green.yaml': SPEC.GREEN }).phases.map(({ phase }) => phase)).toEqual(['GREEN', 'RED']);
  });
});

describe('a phase', () => {
  it('needs a name, a purpose and the condition of gate 1; everything else has a default', () => {
    const [phase] = parse(aPhase('    gate_1: { condition: tests_failing == 0 }\n')).phases;
    expect(phase).toEqual({
      phase: 'GREEN',
      purpose: 'Make it pass',
      tests: 'must_pass',
      gate_1: { name: 'Gate 1', condition: 'tests_failing == 0' },
      gate_2: { name: 'Explicit Exit Signal', condition: 'exit_signal == true' },
      limits: { max_iterations: 10, max_minutes: 240 },
      circuit_breaker: { no_progress: 3, same_error: 5 },
    });
    expect(problemsOf(`${LEAST}phases:\n  - tests: must_pass\n`)).toEqual([
      'dualgate.yaml:9:5: phase is missing in phases[0]: it must begin with a letter, followed by letters, digits, "_" or "-"',
      'dualgate.yaml:9:5: purpose is missing in phases[0]: it must be non-empty text',
      'dualgate.yaml:9:5: gate_1 is missing in phases[0]: it must be a map of keys',
    ]);
  });

  it.each([
    ['RED', 'must_fail', 3],
    ['red', 'must_fail', 3],
    ['Refactor', 'must_pass', 5],
    ['QA', 'must_pass', 3],
  ])('called %s takes its defaults from its name, whatever the case', (name, tests, no_progress) => {
    const [phase] = parse(aPhase('    gate_1: { condition: tests_total > 0 }\n').replace('GREEN', name)).phases;
    expect([phase?.tests, phase?.circuit_breaker.no_progress]).toEqual([tests, no_progress]);
  });

  it.each([
    ['"1st"', '9:12: phase must begin with a letter, followed by letters, digits, "_" or "-" (got "1st")'],
    ['"two words"', '9:12: phase must begin with a letter, followed by letters, digits, "_" or "-" (got "two words")'],
    ['7', '9:12: phase must begin with a letter, followed by letters, digits, "_" or "-" (got 7)'],
  ])('cannot be called %s', (name, problem) => {
    expect(problemsOf(aPhase('    gate_1: { condition: tests_total > 0 }\n').replace('GREEN', name))).toEqual([
      `dualgate.yaml:${problem}`,
    ]);
  });

  it('has every key checked', () => {
    const lines = `    tests: may_fail
    gate_1: { name: 5, condition: 7, reason: x }
    gate_2: yes
    exit_allowed: {}
    limits: { max_iterations: 0 }
    circuit_breaker: { no_progress: many, same_eror: 5 }
    prompt: ''
    colour: green
`;
    expect(problemsOf(aPhase(lines))).toEqual([
      'dualgate.yaml:11:12: tests must be one of must_fail, must_pass (got "may_fail"). Did you mean must_fail?',
      'dualgate.yaml:12:21: name must be non-empty text (got 5)',
      'dualgate.yaml:12:35: condition must be a condition (got 7)',
      'dualgate.yaml:12:38: unknown key "reason" in gate_1. Known keys: name, condition, rationale.',
      'dualgate.yaml:13:13: gate_2 must be a map of keys (got "yes")',
      'dualgate.yaml:14:5: when is missing in exit_allowed: it must be a condition',
      'dualgate.yaml:15:31: max_iterations must be a whole number of 1 or more (got 0)',
      'dualgate.yaml:16:37: no_progress must be a whole number of 1 or more (got "many")',
      'dualgate.yaml:16:43: unknown key "same_eror" in circuit_breaker. Did you mean same_error?',
      'dualgate.yaml:17:13: prompt must be non-empty text (got "")',
      'dualgate.yaml:18:5: unknown key "colour" in phases[0]. Known keys: phase, purpose, tests, gate_1, gate_2, exit_allowed, limits, circuit_breaker, prompt, confirm, agent.',
    ]);
  });
});

describe('a condition that does not compile', () => {
  const unknown = 'tests_pasing is not a metric. Did you mean tests_passing?';

  it.each([
    [
      'a literal block',
      '    gate_1:\n      condition: | # why\n        tests_failing == 0\n\n        AND tests_pasing == 1\n',
      '15:13',
    ],
    [
      'a block with an indicator',
      '    gate_1:\n      condition: |2-\n          tests_total > 0 AND tests_pasing == 1\n',
      '13:31',
    ],
    [
      'a block with CRLF',
      '    gate_1:\r\n      condition: |\r\n        tests_total > 0\r\n        AND tests_pasing == 1\r\n',
      '14:13',
    ],
    ['plain text', '    gate_1: { condition: tests_total > 0 AND tests_pasing == 1 }\n', '11:46'],
    ['quotes', '    gate_1: { condition: "tests_pasing == 1" }\n', '11:27'],
    ['quotes with an escape', '    gate_1: { condition: "tests_total > 0\\nAND tests_pasing == 1" }\n', '11:26'],
    [
      'folded text',
      '    gate_1:\n      condition: >\n        tests_total > 0\n        AND tests_pasing == 1\n',
      '12:18',
    ],
    ['an alias', '    prompt: &c tests_pasing == 1\n    gate_1: { condition: *c }\n', '11:16'],
  ])('is told at its place: %s', (_how, lines, place) => {
    expect(problemsOf(aPhase(lines))).toEqual([`dualgate.yaml:${place}: ${unknown}`]);
  });

  it('is reported in the file of its phase, relative to the config', () => {
    const files = { 'phases/green.yaml': SPEC.GREEN.replace('AND tests_passing', 'AND tests_pasing') };
    expect(problemsOf(`${LEAST}phases: [phases/green.yaml]\n`, files)).toEqual([`phases/green.yaml:8:9: ${unknown}`]);
  });
});

describe('a phase that asks for less than the floor', () => {
  const both = 'a phase is exited only when both gates are true: write gate_1 == true AND gate_2 == true (rule 1.1)';
  const exit = (when: string) =>
    aPhase(`    gate_1: { condition: tests_total > 0 }\n    exit_allowed: { when: ${when} }\n`);

  it.each([
    'gate_1 == true AND gate_2 == true',
    'gate_2 == true and gate_1 == true',
    'gate_1 AND gate_2',
    '(gate_2) AND gate_1',
  ])('may say %s', (when) => {
    expect(problemsOf(exit(when))).toEqual([]);
  });

  it.each([
    'gate_1 == true OR gate_2 == true',
    'gate_1',
    'gate_2 == true',
    'gate_1 AND gate_2 OR gate_1',
    'gate_1 == true AND gate_2 == false',
    'gate_1 == gate_2',
    'NOT gate_1 AND gate_2',
  ])('may not say %s', (when) => {
    expect(problemsOf(exit(when))).toEqual([`dualgate.yaml:12:27: ${both}`]);
  });

  it('cannot bring other things into the exit', () => {
    expect(problemsOf(exit('gate_1 AND gate_2 AND tests_total > 0'))).toEqual([
      'dualgate.yaml:12:49: tests_total is not a metric that can be used here. Use one of: gate_1, gate_2.',
    ]);
  });

  it('cannot take the exit signal for a measurement', () => {
    const lines =
      '    gate_1:\n      condition: |\n        tests_total > 0 # exit_signal\n        OR exit_signal == true\n';
    expect(problemsOf(aPhase(lines))).toEqual([
      "dualgate.yaml:14:12: gate 1 uses only measured values, and exit_signal is the agent's exit signal: move it to gate_2 (rule 1.2)",
    ]);
  });

  it('cannot take a measurement for the exit signal', () => {
    const lines = '    gate_1: { condition: tests_total > 0 }\n    gate_2: { condition: tests_failing == 0 }\n';
    expect(problemsOf(aPhase(lines))).toEqual([
      "dualgate.yaml:12:26: gate 2 needs the agent's explicit exit signal, which is never inferred from metrics: write exit_signal == true (rule 1.2)",
    ]);
  });
});

describe('a list of phases', () => {
  it('has no name twice, whatever the case and the file', () => {
    const text = `${LEAST}phases:\n${pasted(SPEC.RED)}\n  - more.yaml\n`;
    expect(problemsOf(text, { 'more.yaml': SPEC.RED.replace('phase: RED', 'phase: Red') })).toEqual([
      'more.yaml:1:8: the phase Red is defined twice, first at dualgate.yaml:9:12',
    ]);
  });

  it('says where a file is named that cannot be read, holds nothing, or is no phase', () => {
    const files = { 'empty.yaml': '# later\n', 'list.yaml': '- RED\n', 'broken.yaml': 'phase: [RED\n' };
    expect(
      problemsOf(
        `${LEAST}phases:\n  - none.yaml\n  - empty.yaml\n  - list.yaml\n  - broken.yaml\n  - ../out.yaml\n`,
        files,
      ),
    ).toEqual([
      'dualgate.yaml:13:5: phases[4] must be a path inside the folder of the config (got "../out.yaml")',
      'dualgate.yaml:9:5: cannot read the phases of none.yaml: there is no such file',
      'dualgate.yaml:10:5: empty.yaml contains no phase',
      'list.yaml:1:1: the document of a phase must be a map of keys (got a list)',
      'broken.yaml:2:1: this is not YAML: flow sequence in block collection must be sufficiently indented and end with a ]',
    ]);
  });

  it('cannot want more green runs than an iteration has', () => {
    const lines = '    gate_1: { condition: consecutive_green_runs >= 6 }\n';
    const problem =
      'max_runs must be 6 or more, or GREEN can never be exited: its gate needs that many green runs (got 5)';
    expect(problemsOf(aPhase(lines))).toEqual([`dualgate.yaml:6:1: ${problem}`]);
    expect(problemsOf(aPhase(lines).replace('npx vitest run\n', 'npx vitest run\n  max_runs: 6\n'))).toEqual([]);
  });

  it('cannot ask for more confirmations than an iteration has runs', () => {
    const text = aPhase('    gate_1: { condition: tests_total > 0 }\n');
    const problem =
      'max_runs must be 6 or more, or GREEN can never be exited: its gate needs that many green runs (got 5)';
    expect(problemsOf(`${text}confirmations: 6\n`)).toEqual([`dualgate.yaml:6:1: ${problem}`]);
    expect(problemsOf(`${text}confirmations: 5\n`)).toEqual([]);
  });

  it('cannot use a name that the chart uses itself', () => {
    expect(problemsOf(aPhase('    gate_1: { condition: tests_total > 0 }\n').replace('GREEN', 'where'))).toEqual([
      'dualgate.yaml:9:3: Cannot use the phase name where: the chart reserves it. Choose another.',
    ]);
  });
});
