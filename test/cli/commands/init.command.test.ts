import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/read-config/parse-config.ts';
import { runGit } from '../../../src/project/sources/git.ts';
import { runLine } from '../memory-io.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { FoundAgent } from '../../../src/agents/programs/presets.ts';
import { renderInitiation, renderPackages } from '../../../src/cli/commands/init.command.ts';

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

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const run = (...argv: readonly string[]) => runLine(argv, { cwd: folder });

/** The first and the last lines of `run --dry-run`. */
const plan = async () => {
  const { code, stdout } = await run('run', '--dry-run');
  const lines = stdout.replaceAll(folder, '.').trimEnd().split('\n');
  return { code, said: [...lines.slice(0, 3), ...lines.slice(lines.findLastIndex((line) => line === '') + 1)] };
};

const program = (path: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
};

const hasGit = spawnSync('git', ['--version']).status === 0;

describe.skipIf(!hasGit)('dualgate init, and the dry run after it (needs git)', () => {
  it('in an empty folder: a person fills in everything', async () => {
    expect(await run('init')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "Wrote dualgate.yaml.
      Found no known agent on the PATH.
      Fill in what dualgate could not detect:
        dualgate.yaml:8  no specification was found. Write the acceptance criteria as checkboxes (- [ ] …) into SPEC.md, or name another Markdown file.
        dualgate.yaml:12  the command of the agent: a program that reads its prompt from stdin and works in this folder. It runs without a shell.
        dualgate.yaml:19  no known test runner was found. Write the command that runs the whole suite once and prints TAP. It runs without a shell.
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
        dualgate doctor --try-agent  find what prevents a run
        dualgate run --dry-run       see the commands, every clause and the first prompt
        dualgate run                 start
      ",
      }
    `);
    expect(await plan()).toMatchInlineSnapshot(`
      {
        "code": 1,
        "said": [
          "workspace  .",
          "agent      my-agent --print",
          "tests      my-tests --tap (tap)",
          "A run cannot start:",
          "  - The agent's program was not found: my-agent. Install it, or correct agent.command.",
          "  - The test command's program was not found: my-tests. Install it, or correct tests.command.",
          "  - With commits: true, each exit of a phase is a commit, but the workspace is in no git repository. Create one and commit the files (git init && git add --all && git commit), or set commits: false.",
          "  - The spec was not found: SPEC.md. Write it, or correct its path under work.",
        ],
      }
    `);
  });

  it('in a project that uses vitest and has a specification', async () => {
    write('package.json', JSON.stringify({ scripts: { test: 'vitest' }, devDependencies: { vitest: '^4' } }));
    write('specs/sum.md', '# Sum\n- [ ] adds\n- [ ] subtracts\n');
    await runGit(folder, ['init', '--quiet']);
    expect(await run('init')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "Wrote dualgate.yaml.
      Found no known agent on the PATH.
      Fill in what dualgate could not detect:
        dualgate.yaml:11  the command of the agent: a program that reads its prompt from stdin and works in this folder. It runs without a shell.
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
        dualgate doctor --number-criteria  give ids to 2 of 2 criteria in specs/sum.md
        dualgate doctor --try-agent        find what prevents a run
        dualgate run --dry-run             see the commands, every clause and the first prompt
        dualgate run                       start
      ",
      }
    `);
    expect(await plan()).toMatchInlineSnapshot(`
      {
        "code": 1,
        "said": [
          "workspace  .",
          "agent      my-agent --print",
          "tests      npx vitest run (vitest)",
          "A run cannot start:",
          "  - The agent's program was not found: my-agent. Install it, or correct agent.command.",
          "  - The repository has no commit to start a branch from. Commit the files: git add --all && git commit.",
        ],
      }
    `);
  });

  it('in a project that uses node:test and has a specification without criteria', async () => {
    write('package.json', JSON.stringify({ scripts: { test: 'node --test' } }));
    write('SPEC.md', '# Sum\n\nIt adds.\n');
    await runGit(folder, ['init', '--quiet']);
    expect(await run('init')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "Wrote dualgate.yaml.
      Found no known agent on the PATH.
      Fill in what dualgate could not detect:
        dualgate.yaml:7  this file has no checkboxes yet. Write each acceptance criterion as one (- [ ] …).
        dualgate.yaml:11  the command of the agent: a program that reads its prompt from stdin and works in this folder. It runs without a shell.
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
        dualgate doctor --try-agent  find what prevents a run
        dualgate run --dry-run       see the commands, every clause and the first prompt
        dualgate run                 start
      ",
      }
    `);
    expect(await plan()).toMatchInlineSnapshot(`
      {
        "code": 1,
        "said": [
          "workspace  .",
          "agent      my-agent --print",
          "tests      node --test (node)",
          "A run cannot start:",
          "  - The agent's program was not found: my-agent. Install it, or correct agent.command.",
          "  - The repository has no commit to start a branch from. Commit the files: git add --all && git commit.",
          "  - The spec SPEC.md has no acceptance criteria. Write each as a checkbox: "- [ ] AC-1: what must be true". dualgate also reads items below a heading "Acceptance criteria"; scenarios of OpenSpec; acceptance scenarios and functional requirements of GitHub Spec Kit; acceptanceCriteria in JSON such as prd.json.",
        ],
      }
    `);
  });

  it('in an Elixir project, whose runner is unknown', async () => {
    write('mix.exs', 'defmodule Sum.MixProject do\nend\n');
    write('test/sum_test.exs', 'defmodule SumTest do\nend\n');
    write('README.md', '# Sum\n\n- [ ] adds\n');
    await runGit(folder, ['init', '--quiet']);
    expect(await run('init')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "Wrote dualgate.yaml.
      Found no known agent on the PATH.
      Fill in what dualgate could not detect:
        dualgate.yaml:11  the command of the agent: a program that reads its prompt from stdin and works in this folder. It runs without a shell.
        dualgate.yaml:18  no known test runner was found. Write the command that runs the whole suite once and prints TAP. It runs without a shell.
      The phases of a run. Each is exited when its condition (gate 1) and the agent's exit signal (gate 2) are true in the same iteration:
        RED       Verify all tests are generated and failing
                  tests_total >= criteria_count AND tests_failing == tests_total AND tests_passing == 0
        GREEN     Verify all tests pass with implementation
                  tests_failing == 0 AND tests_passing == tests_total AND consecutive_green_runs >= 2
        REFACTOR  Verify code quality improved without breaking tests
                  tests_failing == 0 AND (refactoring_complete == true
                  OR iteration >= max_refactor_iterations OR no_more_improvements_identified)
        DOCUMENT  Verify the change is documented
                  docs_changed >= 1
      Next:
        dualgate doctor --number-criteria  give ids to 1 of 1 criteria in README.md
        dualgate doctor --try-agent        find what prevents a run
        dualgate run --dry-run             see the commands, every clause and the first prompt
        dualgate run                       start
      ",
      }
    `);
    expect(await plan()).toMatchInlineSnapshot(`
      {
        "code": 1,
        "said": [
          "workspace  .",
          "agent      my-agent --print",
          "tests      my-tests --tap (tap)",
          "A run cannot start:",
          "  - The agent's program was not found: my-agent. Install it, or correct agent.command.",
          "  - The test command's program was not found: my-tests. Install it, or correct tests.command.",
          "  - The repository has no commit to start a branch from. Commit the files: git add --all && git commit.",
        ],
      }
    `);
  });

  it('with installed agents: it uses the first known one, and names the others', async () => {
    write('package.json', JSON.stringify({ scripts: { test: 'node --test' } }));
    write('SPEC.md', '- [ ] adds\n');
    await runGit(folder, ['init', '--quiet']);
    const bin = join(folder, 'bin of mine');
    for (const name of ['pi', 'codex', 'not-an-agent']) program(join(bin, name));
    // No program: it is not executable, or is a folder.
    write('bin of mine/claude', '#!/bin/sh\n');
    mkdirSync(join(bin, 'gemini'));
    const { code, stdout } = await runLine(['init'], { cwd: folder, env: { PATH: `/nowhere:${bin}` } });
    expect({ code, found: stdout.split('\n')[1] }).toEqual({
      code: 0,
      found: `Found Codex (${bin}/codex). Also here: pi.`,
    });
    expect(read('dualgate.yaml')).toContain(
      [
        'agent:',
        '  use: codex # found on PATH; also installed: pi',
        '  permissions: edit # ask | edit | all: what it may do without asking',
      ].join('\n'),
    );
    const { agent } = readConfig({ cwd: folder });
    expect({ use: agent.use, permissions: agent.permissions, command: agent.command }).toEqual({
      use: 'codex',
      permissions: 'edit',
      command: null,
    });
  });

  it('in a monorepo whose root has no test command: one suite for each package with tests', async () => {
    const script = JSON.stringify({ scripts: { test: 'node --test' } });
    write('package.json', JSON.stringify({ workspaces: ['packages/*'], scripts: { test: 'npm test --workspaces' } }));
    for (const name of ['api', 'web', 'none']) write(`packages/${name}/package.json`, script);
    for (const name of ['api', 'web']) write(`packages/${name}/test/a.test.js`, '');
    expect((await run('init')).code).toBe(0);
    const { tests } = readConfig({ cwd: folder });
    expect(tests.suites.map(({ name, command }) => [name, command])).toEqual([
      ['packages/api', ['node', '--test']],
      ['packages/web', ['node', '--test']],
    ]);
  });

  it('with --quick: RED and GREEN, and not together with a preset', async () => {
    expect((await run('init', '--quick')).code).toBe(0);
    const { phases, mutation_check } = readConfig({ cwd: folder });
    expect(phases.map(({ phase }) => phase)).toEqual(['RED', 'GREEN']);
    expect(mutation_check).not.toBeNull();
    expect(await run('init', '--quick', '--preset', 'ralph')).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("Option '--quick' cannot be used with --preset"),
    });
  });

  it('prints instead of writing with --print', async () => {
    const { code, stdout, stderr } = await run('init', '--print');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await run('init');
    expect(stdout).toBe(read('dualgate.yaml'));
  });

  it.each(['dualgate.yaml', 'dualgate.yml'])('replaces a %s only with --force', async (name) => {
    write(name, 'mine');
    expect(await run('init')).toEqual({
      code: 1,
      stdout: '',
      stderr: `Cannot write a config: ${name} already exists. Use --force to replace it, or --print to see the new one.\n`,
    });
    expect(read(name)).toBe('mine');
    expect((await run('init', '--force')).stdout.split('\n')[0]).toBe(`Wrote ${name}.`);
    expect(read(name)).toMatch(/^version: 1$/m);
  });
});
