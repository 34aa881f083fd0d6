import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { pickSome, SEED } from '../pick-some.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, type Files, type Project, WORK } from './a-project.ts';
import { DO_THE_WORK, shell } from './a-shell-agent.ts';
import { pathOf, runOf } from './read-project.ts';
import { type Ended, runProgram, runUnder } from './run-program.ts';

interface Specified {
  readonly title: string;
  /** The specification's own config, or the preset that is it. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Output of the agent: the block as its document has it, with the values of an agent that is done. */
  readonly says: readonly string[];
  /** The nonce of the turn goes in front of this line, or into it. */
  readonly nonceAt: RegExp;
  readonly nonce: (line: string) => string;
  readonly path: readonly string[];
  readonly files?: Files;
  readonly green?: Files;
}

const KEEP_THE_PROMPT = 'cat > "$(dirname "$0")/prompt"';
/** In shell: the document leaves only the outcome of the tests to the agent. */
const TESTS = '[ "$DUALGATE_PHASE" = RED ] && tests=fail || tests=pass';
const before = (line: string): string => `NONCE: $DUALGATE_NONCE\n${line}`;
const RED_AND_GREEN = ['RED 1 exited', 'GREEN 1 exited'];
const CUB_CONFIG = JSON.parse(`{
  "exit_gate": {
    "enabled": true,
    "indicator_threshold": 2,
    "require_explicit_signal": true,
    "evidence_checks": { "tests": true, "build": false, "acceptance_criteria": true, "clean_git": false },
    "patterns": ["<promise>COMPLETE</promise>", "all tasks completed", "ready for review"]
  }
}`) as Readonly<Record<string, unknown>>;

const SPECIFIED: readonly Specified[] = [
  {
    title: 'spec 000',
    config: { preset: 'cub', ...CUB_CONFIG },
    says: [
      'EXIT_STATUS: COMPLETE',
      'EXIT_REASON: All criteria verified, ready for review',
      'REMAINING_WORK: None, all acceptance criteria are met',
    ],
    nonceAt: /^REMAINING_WORK/,
    nonce: before,
    path: RED_AND_GREEN,
  },
  {
    title: 'spec 000, with its override',
    config: { preset: 'cub', ...CUB_CONFIG },
    says: [
      'EXIT_STATUS: COMPLETE',
      'EXIT_CONFIDENCE: HIGH',
      'EXIT_OVERRIDE: true  # Request to bypass threshold',
      'EXIT_REASON: All criteria verified, tests passing, ready for review',
    ],
    nonceAt: /^EXIT_REASON/,
    nonce: before,
    path: RED_AND_GREEN,
  },
  {
    title: 'spec 001',
    config: { preset: 'prp' },
    says: [
      '---PRP_PHASE_STATUS---',
      '# ... other fields ...',
      '',
      'DUAL_GATE:',
      '  GATE_1: true',
      '  GATE_1_DETAIL: "tests_passing: 10/10, consecutive_runs: 2"',
      '  GATE_2: true',
      '  CAN_EXIT: true',
      '',
      'EXIT_SIGNAL: true',
      '---END_PRP_PHASE_STATUS---',
    ],
    nonceAt: /^EXIT_SIGNAL/,
    nonce: before,
    // Its block has no field that says that the refactoring is complete: a turn that finds nothing more does.
    path: ['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 held', 'REFACTOR 2 exited', 'DOCUMENT 1 exited'],
  },
  {
    title: 'spec 002',
    config: { preset: 'doyaken' },
    says: [
      'Tests passing.',
      '',
      'DOYAKEN_STATUS:',
      '  PHASE_COMPLETE: true',
      '  FILES_MODIFIED: 1',
      '  TESTS_STATUS: $tests',
      '  CONFIDENCE: high',
      '  REMAINING_WORK: "none"',
    ],
    nonceAt: /^ {2}REMAINING_WORK/,
    nonce: (line) => `  NONCE: $DUALGATE_NONCE\n${line}`,
    path: RED_AND_GREEN,
  },
  {
    title: 'spec 003',
    config: { preset: 'apm2' },
    says: [
      '{',
      '  "protocol": "apm2_agent_exit",',
      '  "version": "1.0.0",',
      '  "phase_completed": "IMPLEMENTATION",',
      '  "exit_reason": "completed",',
      '  "pr_url": "https://github.com/org/repo/pull/123",',
      '  "notes": "Implemented feature X, all tests passing locally"',
      '}',
    ],
    nonceAt: /"notes"/,
    nonce: (line) => line.replace(/"$/, ' nonce:$DUALGATE_NONCE"'),
    path: RED_AND_GREEN,
  },
  {
    title: 'spec 004, which names no block: the native one, as Markdown lists it',
    config: { preset: 'gsd' },
    says: ['---PRP_PHASE_STATUS---', '- **STATUS:** COMPLETE', '- **EXIT_SIGNAL:** true', '---END_PRP_PHASE_STATUS---'],
    nonceAt: /EXIT_SIGNAL/,
    nonce: (line) => `- **NONCE:** $DUALGATE_NONCE\n${line}`,
    path: RED_AND_GREEN,
    files: { 'ROADMAP.md': '# Roadmap\n\n- [ ] 01-01: shout\n' },
    green: { 'ROADMAP.md': '# Roadmap\n\n- [x] 01-01: shout\n' },
  },
];

const print = (lines: readonly string[]): string => `cat <<END\n${lines.join('\n')}\nEND`;

const aProjectOf = (
  home: string,
  { config, says, files, green = {} }: Specified,
  signals: Readonly<Record<string, unknown>>,
): Promise<Project> =>
  aProject(home, {
    agent: shell(KEEP_THE_PROMPT, DO_THE_WORK, TESTS, print(says)),
    work: { ...WORK, GREEN: { ...WORK.GREEN, ...green } },
    ...(files === undefined ? {} : { files }),
    // As a project has it that says nothing of them.
    config: { mutation_check: undefined, circuit_breaker: undefined, ...config, ...signals },
  });

/** The exit signal of spec 003 is off by default. */
const run = (project: Project): Promise<Ended> => runUnder(project, ['env', 'AGENT_EXIT_PROTOCOL_ENABLED=true'], 'run');

const logOf = (project: Project, name: string): string =>
  readFileSync(join(project.workspace, '.dualgate', 'runs', runOf(project), name), 'utf8');

describe.skipIf(!hasGit)(`blocks as the specifications print them (needs git; ${SEED})`, { concurrent: true }, () => {
  for (const specified of pickSome(SPECIFIED, ({ title }) => `with ${title}`, 6)) {
    test(`${specified.title}: with the nonce of the turn, the work completes`, async ({ home }) => {
      const { nonceAt, nonce, says, path } = specified;
      const withNonce = { ...specified, says: says.map((line) => (nonceAt.test(line) ? nonce(line) : line)) };
      const project = await aProjectOf(home, withNonce, {});

      expect(await run(project)).toMatchObject({ exitCode: 0 });
      expect(pathOf(project)).toEqual(path);
      const last = logOf(project, 'phase-status.log').trimEnd().split('\n\n').at(-1);
      expect(last).toMatch(/^PHASE: (?:GREEN|DOCUMENT)\nSTATUS: COMPLETE$/m);
      expect(last).toMatch(/^EXIT_SIGNAL: true$/m);
      if (specified.config['preset'] !== 'cub') return;
      const passed = logOf(project, 'exit-gate.log').match(/exit_gate_passed .* phase=\w+/g);
      expect(passed?.map((line) => line.replace(/.*phase=/, ''))).toEqual(['RED', 'GREEN']);
    });
  }

  for (const specified of pickSome(SPECIFIED, ({ title }) => title, 6)) {
    test(`${specified.title}: as printed, under require_nonce: false, the work completes`, async ({ home }) => {
      const project = await aProjectOf(home, specified, { signals: { require_nonce: false } });

      expect(await run(project)).toMatchObject({ exitCode: 0 });
      expect(pathOf(project)).toEqual(specified.path);
    });
  }

  test('as printed, under the defaults, it is held, and every message names the three ways out', async ({ home }) => {
    const doyaken = SPECIFIED.find(({ title }) => title === 'spec 002');
    if (doyaken === undefined) throw new Error('There is no spec 002.');
    const project = await aProjectOf(home, doyaken, {});

    const held = await run(project);

    expect(held.exitCode).toBe(4);
    expect(pathOf(project)).toEqual(['RED 1 held', 'RED 2 held', 'RED 3 held']);
    const explained = await runProgram(project, 'explain');
    const status = await runProgram(project, 'status');
    const asked = readFileSync(join(project.agent, 'prompt'), 'utf8');
    for (const message of [held.stdout, explained.stdout, status.stdout, asked]) {
      expect(message).toContain('the block has no NONCE. To fix this, ');
      for (const way of ['$DUALGATE_NONCE', '"$DUALGATE_SIGNAL" exit', 'signals.require_nonce: false'])
        expect(message).toContain(way);
    }
    expect(explained.stdout).toContain(
      'confidence 55 of 70 required (block 30, files modified 15, keywords 10; the status block has no NONCE, so it gives no points)',
    );
  });

  test('indented as a whole it is held and named, and not read', async ({ home }) => {
    const prp = SPECIFIED.find(({ title }) => title === 'spec 001');
    if (prp === undefined) throw new Error('There is no spec 001.');
    const says = prp.says.map((line) => `  ${prp.nonceAt.test(line) ? `NONCE: $DUALGATE_NONCE\n  ${line}` : line}`);
    const project = await aProjectOf(home, { ...prp, says }, {});

    expect(await run(project)).toMatchObject({ exitCode: 4 });
    expect(pathOf(project)).toEqual(['RED 1 held', 'RED 2 held', 'RED 3 held']);
    expect((await runProgram(project, 'explain')).stdout).toContain(
      'The status block is indented: print its markers, or its first line, at the start of the line',
    );
  });
});
