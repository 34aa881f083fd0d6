import { describe, expect, it } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { FoundAgent } from '../../../src/agents/programs/presets.ts';
import { renderInitiation, renderPackages } from '../../../src/cli/render/initiation.ts';

const [RED] = DEFAULT_PHASES;

describe('renderInitiation', () => {
  it('names every place to fill in, with its line', () => {
    const config = 'version: 1\nagent:\n  # FILL IN: the agent.\n  command: [a]\n# FILL IN: git.\n';
    expect(
      renderInitiation('dualgate.yaml', { config, agents: [], phases: [RED], spec: undefined }),
    ).toMatchInlineSnapshot(`
      "Wrote dualgate.yaml.
      Found no known agent on the PATH.
      Fill in what dualgate could not detect:
        dualgate.yaml:3  the agent.
        dualgate.yaml:5  git.
      The phases of a run. Each is exited when its condition (gate 1) and the agent's exit signal (gate 2) are true in the same iteration:
        RED  Verify all tests are generated and failing
             tests_total >= criteria_count AND tests_failing == tests_total AND tests_passing == 0
      Next:
        dualgate doctor --try-agent  find what prevents a run
        dualgate run --dry-run       see the commands, every clause and the first prompt
        dualgate run                 start"
    `);
  });

  it('names the agents that were found', () => {
    const claude = { use: 'claude', title: 'Claude Code', path: '/usr/bin/claude' } as const;
    const pi = { use: 'pi', title: 'pi', path: '/usr/bin/pi' } as const;
    const codex = { use: 'codex', title: 'Codex', path: '/usr/bin/codex' } as const;
    const found = (...agents: readonly FoundAgent[]) =>
      renderInitiation('dualgate.yaml', { config: 'version: 1\n', agents, phases: [RED], spec: undefined }).split(
        '\n',
      )[1];
    expect(found(claude, codex, pi)).toBe('Found Claude Code (/usr/bin/claude). Also here: Codex, pi.');
    expect(found(pi)).toBe('Found pi (/usr/bin/pi).');
  });

  it('shows the purpose and gate 1 of every phase, before anything is spent', () => {
    expect(
      renderInitiation('dualgate.yaml', {
        config: 'version: 1\n',
        agents: [],
        phases: DEFAULT_PHASES,
        spec: { path: 'spec.md', criteria: 3, unnamed: 2 },
      }),
    ).toMatchInlineSnapshot(`
      "Wrote dualgate.yaml.
      Found no known agent on the PATH.
      The phases of a run. Each is exited when its condition (gate 1) and the agent's exit signal (gate 2) are true in the same iteration:
        RED       Verify all tests are generated and failing
                  tests_total >= criteria_count AND tests_failing == tests_total AND tests_passing == 0
        GREEN     Verify all tests pass with implementation
                  tests_failing == 0 AND tests_passing == tests_total AND consecutive_green_runs >= 2
        REFACTOR  Verify code quality improved without breaking tests
                  tests_failing == 0 AND (refactoring_complete == true
                  OR iteration >= max_refactor_iterations OR no_more_improvements_identified)
        DOCUMENT  Verify architecture documentation is generated
                  docs_generated >= required_docs_count AND all_diagrams_valid == true
                  AND (has_adr == true AND has_c4_diagrams == true)
      Next:
        dualgate doctor --number-criteria  give ids to 2 of 3 criteria in spec.md
        dualgate doctor --try-agent        find what prevents a run
        dualgate run --dry-run             see the commands, every clause and the first prompt
        dualgate run                       start"
    `);
  });

  it('shows at most two lines of a condition, cut between clauses, and one of a purpose', () => {
    const clauses = Array.from({ length: 12 }, (_, i) => `metric_${i} == ${i}\n`).join('AND ');
    const phase = { ...RED, phase: 'LONG', purpose: 'word '.repeat(40), gate_1: { name: 'Gate', condition: clauses } };
    const lines = renderInitiation('dualgate.yaml', { config: '', agents: [], phases: [phase], spec: undefined })
      .split('\n')
      .slice(3, 7);
    expect(lines).toMatchInlineSnapshot(`
      [
        "  LONG  word word word word word word word word word word word word word word word word word word  …",
        "        metric_0 == 0 AND metric_1 == 1 AND metric_2 == 2 AND metric_3 == 3 AND metric_4 == 4",
        "        AND metric_5 == 5 AND metric_6 == 6 AND metric_7 == 7 AND metric_8 == 8 AND metric_9 == 9 …",
        "Next:",
      ]
    `);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(102);
  });
});

describe('renderPackages', () => {
  it('lists the packages of a monorepo, each with the command to choose it', () => {
    expect(
      renderPackages([
        { name: '@acme/api', folder: 'packages/api', command: ['npx', 'vitest', 'run'] },
        { name: 'web', folder: 'apps/web', command: null },
      ]),
    ).toMatchInlineSnapshot(`
      "Cannot write a config: the root of this repository has no test command of its own.
      Choose one of its packages:
        dualgate init --package @acme/api  # packages/api  npx vitest run
        dualgate init --package web        # apps/web      no known test runner
      To run several of them together, list them under tests (docs/how-to/several-suites.md)."
    `);
  });
});
