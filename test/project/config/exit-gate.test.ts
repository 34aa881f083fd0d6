import { describe, expect, it } from 'vitest';
import { CONFIG_PRESETS } from '../../../src/signals/systems/systems.ts';
import { LEAST, parse, problemsOf } from './a-config.ts';

/** The JSON of spec 000, "Configuration", as it stands there. */
const OF_SPEC_000 = `{
  "exit_gate": {
    "enabled": true,
    "indicator_threshold": 2,
    "require_explicit_signal": true,
    "evidence_checks": {
      "tests": true,
      "build": false,
      "acceptance_criteria": true,
      "clean_git": false
    },
    "patterns": [
      "<promise>COMPLETE</promise>",
      "all tasks completed",
      "ready for review"
    ]
  }
}`;

const withGate = (gate: string): string => `${LEAST}exit_gate: ${gate}\n`;

describe('exit_gate, the block of spec 000', () => {
  it('is accepted as the specification writes it: its content in YAML, and the whole beside the rest in JSON', () => {
    const meant = {
      enabled: true,
      indicator_threshold: 2,
      evidence_checks: { tests: true, build: false, acceptance_criteria: true, clean_git: false },
      patterns: ['<promise>COMPLETE</promise>', 'all tasks completed', 'ready for review'],
      allow_agent_override: false,
      stagnation_threshold: null,
    };
    const block: unknown = JSON.parse(OF_SPEC_000);
    const inside = OF_SPEC_000.slice(OF_SPEC_000.indexOf('{', 1), OF_SPEC_000.lastIndexOf('}'));
    expect(parse(withGate(inside)).exit_gate).toEqual(meant);
    const rest = { work: { spec: 'a.md' }, agent: { command: ['a'] }, tests: { command: ['b'] } };
    expect(parse(JSON.stringify({ ...rest, ...Object(block) })).exit_gate).toEqual(meant);
  });

  it('has the list and the checks of the specification where it says nothing, in the schema as in the preset', () => {
    expect(parse(withGate('{}')).exit_gate).toEqual(parse(`${LEAST}preset: cub\n`).exit_gate);
    expect(parse(withGate('{}')).exit_gate?.patterns).toEqual([
      '<promise>COMPLETE</promise>',
      'all tasks.*completed',
      'implementation.*finished',
      'ready for review',
      'no remaining work',
      'all acceptance criteria.*met',
    ]);
  });

  it.each([
    [
      '{ require_explicit_signal: false }',
      '8:39: require_explicit_signal: false is below the floor: no phase is exited without an explicit exit signal of the agent (rule 1.2). Remove the key',
    ],
    [
      '{ evidence_checks: { tests: false } }',
      '8:40: evidence_checks.tests: false is below the floor: no phase is exited without measured tests (rule 1.1). Remove the key',
    ],
    [
      '{ enabled: false, evidence_checks: { tests: false } }',
      '8:56: evidence_checks.tests: false is below the floor: no phase is exited without measured tests (rule 1.1). Remove the key',
    ],
    ['{ require_explicit_signal: "no" }', '8:39: require_explicit_signal must be true or false (got "no")'],
    ['{ indicator_threshold: 0 }', '8:35: indicator_threshold must be a whole number from 1 to 1000 (got 0)'],
    [
      '{ indicator_threshold: 9 }',
      '8:35: indicator_threshold must be 8 or less, the number of patterns (6) and evidence checks (2), or it can never be reached (got 9)',
    ],
    ['{ patterns: [done, done] }', '8:31: patterns[1] is listed twice and would count twice'],
    [
      "{ patterns: ['(?=done)'] }",
      '8:25: patterns[0] must be a valid RE2 pattern: it uses look-around, which RE2 does not support. Write the pattern without it (got "(?=done)")',
    ],
    ['{ evidence_checks: { build: true } }', '8:40: evidence_checks.build has no command: set checks.build'],
    ['{ enable: false }', '8:14: unknown key "enable" in exit_gate. Did you mean enabled?'],
  ])('%s is refused at its place', (gate, problem) => {
    expect(problemsOf(withGate(gate))).toEqual([`dualgate.yaml:${problem}`]);
  });

  it('is needed where a condition counts indicators', () => {
    const phases = `phases:
  - phase: TASK
    purpose: Do it
    gate_1: { condition: completion_indicators >= indicator_threshold }
`;
    expect(problemsOf(LEAST + phases)).toEqual([
      'dualgate.yaml:11:26: nothing measures completion_indicators: set exit_gate',
      'dualgate.yaml:11:51: nothing measures indicator_threshold: set exit_gate',
    ]);
    expect(problemsOf(`${LEAST}exit_gate: {}\n${phases}`)).toEqual([]);
  });
});

describe('plans', () => {
  it('are paths and names', () => {
    const plans = 'plans: { roadmap: ./docs/ROADMAP.md, tasks: ["@fix_plan.md"], optional: [Later] }\n';
    expect(parse(LEAST + plans).plans).toEqual({
      roadmap: 'docs/ROADMAP.md',
      tasks: ['@fix_plan.md'],
      optional: ['Later'],
    });
  });

  it.each([
    [
      'plans: { roadmap: specs/slugify.md }',
      '8:19: plans must not name specs/slugify.md, which is frozen and cannot be ticked. Keep the list in a separate file',
    ],
    [
      'plans: { tasks: [a.md, dualgate.yaml] }',
      '8:24: plans must not name dualgate.yaml, which is frozen and cannot be ticked. Keep the list in a separate file',
    ],
    [
      'plans: { roadmap: ../ROADMAP.md }',
      '8:19: roadmap must be a path inside the folder of the config (got "../ROADMAP.md")',
    ],
  ])('%s is refused', (plans, problem) => {
    expect(problemsOf(`${LEAST}${plans}\n`)).toEqual([`dualgate.yaml:${problem}`]);
  });

  it('are needed where a condition asks for them', () => {
    const phases =
      'phases: [{ phase: TASK, purpose: Do it, gate_1: { condition: plans_remaining == 0 AND tasks_total > 0 } }]\n';
    expect(problemsOf(LEAST + phases)).toEqual([
      'dualgate.yaml:8:62: nothing measures plans_remaining: set the file in plans.roadmap',
      'dualgate.yaml:8:87: nothing measures tasks_total: set the file in plans.tasks',
    ]);
  });
});

describe('the presets of specs 000 and 004', () => {
  it('take nothing from the floor: no file of theirs asks for less', () => {
    for (const text of Object.values(CONFIG_PRESETS)) {
      expect(problemsOf(LEAST + text)).toEqual([]);
      expect(text).not.toMatch(
        /require_explicit_signal: false|integrity: warn|require_nonce: false|mutation_check: false/,
      );
    }
  });
});
