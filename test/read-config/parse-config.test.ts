import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig, parseConfig } from '../../src/read-config/parse-config.ts';
import { LEAST, parse, problemsOf } from '../project/config/a-config.ts';
import { RED } from '../project/config/spec-001-documents.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { ConfigError } from '../../src/project/config/find-config.ts';
import { RUNNER_NAMES } from '../../src/runners/runners.ts';

describe('a config', () => {
  it('has a finite default for everything that is not written', () => {
    expect(parse(LEAST)).toEqual({
      version: 1,
      preset: null,
      path: '/project/dualgate.yaml',
      folder: '/project',
      files: ['/project/dualgate.yaml'],
      work: { spec: 'specs/slugify.md' },
      list: null,
      agent: {
        use: null,
        command: ['my-agent', '--print'],
        script: null,
        model: null,
        permissions: 'edit',
        sandbox: { use: 'none' },
        session: 'fresh',
        args: [],
        timeout_ms: 30 * 60_000,
        idle_timeout_ms: null,
        grace_ms: 2_000,
        env: {},
      },
      tests: {
        suites: [
          {
            name: 'suite 1',
            folder: '',
            command: ['npx', 'vitest', 'run'],
            runner: null,
            report: null,
            timeout_ms: 10 * 60_000,
            files: [],
            coverage: null,
          },
        ],
        writes: [],
        known_failing: [],
        hidden: null,
        fast_first: null,
        max_runs: 5,
      },
      checks: [],
      measures: [],
      metrics: expect.anything(),
      signals: { dialect: 'prp', require_nonce: true, phase_map: {} },
      documents: {
        globs: ['{docs,doc,adr,adrs,decisions}/**/*.{md,adoc,mmd,dsl,puml}', 'README.md', 'ARCHITECTURE.md'],
        required_docs_count: 3,
      },
      integrity: 'block',
      existing_tests: 'named',
      criteria_ids: 'require',
      commits: false,
      workspace: 'here',
      setup: null,
      mutation_check: { mutants: 5, at_least: 3, percent: 50, minutes: 5 },
      confirmations: null,
      exit_gate: null,
      plans: null,
      confidence: null,
      phases: DEFAULT_PHASES,
      limits: {
        iterations: 50,
        minutes: 480,
        max_refactor_iterations: 5,
        cost: 50,
        tokens: 100_000_000,
        calls_per_hour: 100,
      },
      circuit_breaker: { cooldown_ms: 300_000, reopenings: 2, backoff_ms: 5_000, stagnation_threshold: null },
      notify: { commands: {}, timeout_ms: 10_000 },
      work_items: { engine: null, remote: null, lease_ms: 600_000, ci: null, ci_timeout_ms: 1_800_000 },
    });
  });

  it('holds what is written', () => {
    const text = `work: { spec: ./spec.md }
agent: { use: scripted, script: turns.yaml, timeout: 1h30m, env: { MODEL: "" } }
tests:
  command: [node, --test, 'a b']
  runner: node
  timeout: 90s
  files: [checks/**]
  writes: [coverage/**]
  known_failing: ['a.test.js > slow > one']
  hidden: { command: node --test /srv/hidden, timeout: 20s }
  max_runs: 7
  coverage: ./out/lcov.info
checks: { build: make all, lint: { command: [npx, eslint, .], timeout: 30s } }
signals: { dialect: prp, require_nonce: false }
documents: { globs: [docs/*.md], required_docs_count: 1 }
integrity: warn
commits: true
workspace: worktree
setup: npm ci
mutation_check: false
confirmations: 4
phases:
  - phase: QA
    purpose: Look again
    prompt: Be kind.
    gate_1: { name: Again, condition: tests_failing == 0, rationale: Twice is better }
    limits: { max_iterations: 4 }
    circuit_breaker: { no_progress: 2 }
limits: { iterations: 9, minutes: 60, max_refactor_iterations: 2, cost: 0.5, tokens: 7, calls_per_hour: 3 }
circuit_breaker: { cooldown: 90s, reopenings: 0, backoff: 1ms, stagnation_threshold: 12 }
`;
    expect(parse(text)).toEqual({
      version: 1,
      preset: null,
      path: '/project/dualgate.yaml',
      folder: '/project',
      files: ['/project/dualgate.yaml'],
      work: { spec: 'spec.md' },
      list: null,
      agent: {
        use: null,
        command: null,
        script: '/project/turns.yaml',
        model: null,
        permissions: 'edit',
        sandbox: { use: 'none' },
        session: 'fresh',
        args: [],
        timeout_ms: 90 * 60_000,
        idle_timeout_ms: null,
        grace_ms: 2_000,
        env: { MODEL: '' },
      },
      tests: {
        suites: [
          {
            name: 'suite 1',
            folder: '',
            command: ['node', '--test', 'a b'],
            runner: 'node',
            report: null,
            timeout_ms: 90_000,
            files: ['checks/**'],
            coverage: 'out/lcov.info',
          },
        ],
        writes: ['coverage/**'],
        known_failing: ['a.test.js > slow > one'],
        hidden: { command: ['node', '--test', '/srv/hidden'], runner: null, timeout_ms: 20_000 },
        fast_first: null,
        max_runs: 7,
      },
      measures: [],
      metrics: expect.anything(),
      checks: [
        { name: 'build', command: ['make', 'all'], timeout_ms: 600_000 },
        { name: 'lint', command: ['npx', 'eslint', '.'], timeout_ms: 30_000 },
      ],
      signals: { dialect: 'prp', require_nonce: false, phase_map: {} },
      documents: { globs: ['docs/*.md'], required_docs_count: 1 },
      integrity: 'warn',
      existing_tests: 'named',
      criteria_ids: 'require',
      commits: true,
      workspace: 'worktree',
      setup: ['npm', 'ci'],
      mutation_check: null,
      confirmations: 4,
      exit_gate: null,
      plans: null,
      confidence: null,
      phases: [
        {
          phase: 'QA',
          purpose: 'Look again',
          tests: 'must_pass',
          prompt: 'Be kind.',
          gate_1: { name: 'Again', condition: 'tests_failing == 0', rationale: 'Twice is better' },
          gate_2: { name: 'Explicit Exit Signal', condition: 'exit_signal == true' },
          limits: { max_iterations: 4, max_minutes: 240 },
          circuit_breaker: { no_progress: 2, same_error: 5 },
        },
      ],
      limits: { iterations: 9, minutes: 60, max_refactor_iterations: 2, cost: 0.5, tokens: 7, calls_per_hour: 3 },
      circuit_breaker: { cooldown_ms: 90_000, reopenings: 0, backoff_ms: 1, stagnation_threshold: 12 },
      notify: { commands: {}, timeout_ms: 10_000 },
      work_items: { engine: null, remote: null, lease_ms: 600_000, ci: null, ci_timeout_ms: 1_800_000 },
    });
  });

  it('names an agent that dualgate knows, and what it is to be run with', () => {
    const agentOf = (agent: string) => parse(LEAST.replace('command: my-agent --print', agent)).agent;
    const least = {
      use: 'claude',
      command: null,
      script: null,
      model: null,
      permissions: 'edit',
      sandbox: { use: 'none' },
      session: 'fresh',
      args: [],
      timeout_ms: 30 * 60_000,
      idle_timeout_ms: 10 * 60_000,
      grace_ms: 2_000,
      env: {},
    };
    expect(agentOf('use: claude')).toEqual(least);
    const written =
      '{ use: codex, model: o9, permissions: all, session: resume, args: [-c, "a=b"], idle_timeout: 5m, grace: 500ms }';
    expect(parse(LEAST.replace('agent:\n  command: my-agent --print', `agent: ${written}`)).agent).toEqual({
      ...least,
      use: 'codex',
      model: 'o9',
      permissions: 'all',
      sandbox: { use: 'none' },
      session: 'resume',
      args: ['-c', 'a=b'],
      idle_timeout_ms: 5 * 60_000,
      grace_ms: 500,
    });
  });

  it('is frozen to the bottom, and leaves the default phases of everybody else alone', () => {
    const config = parse(LEAST);
    const inside = [
      config,
      config.agent.env,
      config.tests.writes,
      config.phases,
      config.phases[0],
      config.phases[0]?.gate_1,
    ];
    expect(inside.map((part) => Object.isFrozen(part))).toEqual(inside.map(() => true));
    expect(config.phases[0]).not.toBe(DEFAULT_PHASES[0]);
  });

  it('shows its path relative to the working directory', () => {
    const ask = () =>
      parseConfig('', { path: '/project/dualgate.yaml', cwd: '/project/packages/one', readFile: () => '' });
    expect(ask).toThrow('Cannot use ../../dualgate.yaml: the file is empty. Run `dualgate init` to write a config');
  });
});

describe('the mutation check of a config', () => {
  it.each([
    ['mutation_check: false', null],
    ['mutation_check: {}', { mutants: 5, at_least: 3, percent: 50, minutes: 5 }],
    ['mutation_check: { mutants: 2 }', { mutants: 2, at_least: 2, percent: 50, minutes: 5 }],
    [
      'mutation_check: { mutants: 9, at_least: 7, percent: 80, minutes: 30 }',
      { mutants: 9, at_least: 7, percent: 80, minutes: 30 },
    ],
  ])('%s', (line, expected) => {
    expect(parse(`${LEAST}${line}\n`).mutation_check).toEqual(expected);
  });
});

describe('a config that is wrong', () => {
  it('says everything at once, in the order of the file, each with line, column and what was there', () => {
    const text = `version: 2
wrok: { spec: a.md }
agent:
  command: 'a | b'
  timeout: 30
  timout: 5m
tests:
  command: [node, 1]
  runner: karma
  max_runs: 1
limits:
  iterations: 0
  minutes:
`;
    expect(thrownBy(() => parse(text)).message).toBe(`Cannot use dualgate.yaml: 11 problems.
  dualgate.yaml:1:1: work is missing: it must be a map of keys
  dualgate.yaml:1:10: version must be 1 (got 2)
  dualgate.yaml:2:1: unknown key "wrok". Did you mean work?
  dualgate.yaml:4:12: command contains |, which only a shell understands (got "a | b"). dualgate uses no shell: put the line into a script and name the script.
  dualgate.yaml:5:12: timeout must be a duration with a unit (h, m, s or ms), such as 30m, 90s or 1h30m (got 30)
  dualgate.yaml:6:3: unknown key "timout" in agent. Did you mean timeout?
  dualgate.yaml:8:19: command[1] must be text; put quotes around it (got 1)
  dualgate.yaml:9:11: runner must be one of ${RUNNER_NAMES.join(', ')} (got "karma")
  dualgate.yaml:10:13: max_runs must be a whole number of 2 or more (got 1)
  dualgate.yaml:12:15: iterations must be a whole number of 1 or more (got 0)
  dualgate.yaml:13:3: minutes must be a whole number from 1 to 30000 (got nothing)`);
  });

  it('is one line when it is one problem, with a code and the places as data', () => {
    const error = thrownBy(() => parse(LEAST.replace('specs/slugify.md', '5')));
    expect(error.message).toBe('Cannot use dualgate.yaml:3:9: spec must be a path, or a list of paths (got 5)');
    expect(error.code).toBe('E_CONFIG');
    expect(error.name).toBe('ConfigError');
    expect(error.problems).toEqual([
      { path: 'dualgate.yaml', line: 3, column: 9, message: 'spec must be a path, or a list of paths (got 5)' },
    ]);
  });

  it.each([
    ['an empty file', '', 'dualgate.yaml: the file is empty. Run `dualgate init` to write a config'],
    ['a file of comments', '# none', 'dualgate.yaml: the file is empty. Run `dualgate init` to write a config'],
    ['a list', '- work', 'dualgate.yaml:1:1: the config must be a map of keys (got a list)'],
    ['a word', 'yes', 'dualgate.yaml:1:1: the config must be a map of keys (got "yes")'],
    [
      'a second document',
      `${LEAST}---\nversion: 1\n`,
      'dualgate.yaml:9:1: a second document starts here: keep one document in the config',
    ],
    ['a key twice', `${LEAST}work: {}\n`, 'dualgate.yaml:8:1: the key work appears twice in the same map'],
    [
      'a quoted key twice',
      `${LEAST}limits: { minutes: 1, "minutes": 2 }\n`,
      'dualgate.yaml:8:23: the key "minutes" appears twice in the same map',
    ],
    [
      'a tag',
      `${LEAST}integrity: !allow block\n`,
      'dualgate.yaml:8:12: tags (!name) are not supported: remove the tag',
    ],
    [
      'a merge key',
      `${LEAST}<<: { integrity: warn }\n`,
      'dualgate.yaml:8:1: unknown key "<<". Known keys: version, preset, work, agent, tests, checks, measures, signals, documents, integrity, criteria_ids, commits, workspace, setup, mutation_check, confirmations, exit_gate, plans, confidence, phases, limits, circuit_breaker, notify, approval, work_items.',
    ],
    ['__proto__', `${LEAST}__proto__: { integrity: warn }\n`, 'dualgate.yaml:8:1: __proto__ cannot be a key'],
    [
      'an alias of nothing',
      `${LEAST}integrity: *none\n`,
      'dualgate.yaml:1:1: unresolved alias (the anchor must be set before the alias): none',
    ],
    [
      'a tab',
      `${LEAST}limits:\n\tminutes: 1\n`,
      'dualgate.yaml:9:1: this is not YAML: tabs are not allowed as indentation',
    ],
    ['a flood', `# ${'x'.repeat(100_000)}`, 'dualgate.yaml: is too long (100002 characters of at most 100000)'],
  ])('is refused in plain words: %s', (_what, text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  it('is not worn out by aliases, nesting or lists that hold themselves', () => {
    const bomb = `a: &a [${'x,'.repeat(20)}]\nb: &b [${'*a,'.repeat(20)}]\nc: [${'*b,'.repeat(20)}]\n`;
    expect(problemsOf(bomb)).toEqual(['dualgate.yaml:1:1: has aliases that expand to too many values']);
    expect(problemsOf(`${LEAST}gates: &x [*x, *x, *x, { require_explicit_signal: false }]\n`)).toEqual([
      'dualgate.yaml:8:26: require_explicit_signal: false is below the floor: no phase is exited without an explicit exit signal of the agent (rule 1.2). Remove the key',
    ]);
  });

  it('reports the first twenty of very many problems and counts the others', () => {
    const keys = Array.from({ length: 25 }, (_, key) => `key${key}: 1\n`).join('');
    const lines = thrownBy(() => parse(LEAST + keys)).message.split('\n');
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      22,
      'Cannot use dualgate.yaml: 25 problems.',
      '  and 5 more',
    ]);
  });
});

const thrownBy = (act: () => unknown): ConfigError => {
  try {
    act();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('read config', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const write = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const makeFolder = (path: string): string => {
    mkdirSync(join(folder, path), { recursive: true });
    return join(folder, path);
  };

  /** As git sees one. */
  const makeRepository = (path: string): void => write(join(path, '.git/HEAD'), 'ref: refs/heads/main\n');

  describe('the config of a workspace', () => {
    it('is the nearest one on the way up to the root of the repository', () => {
      makeRepository('repository');
      write('repository/dualgate.yml', LEAST);
      const cwd = makeFolder('repository/packages/one');
      expect(readConfig({ cwd }).path).toBe(join(folder, 'repository', 'dualgate.yml'));
      write('repository/packages/dualgate.yaml', LEAST);
      expect(readConfig({ cwd }).folder).toBe(join(folder, 'repository', 'packages'));
    });

    it('is never one from above the repository, nor from above a folder without one', () => {
      write('dualgate.yaml', LEAST);
      makeRepository('repository');
      const missing =
        'there is no config here or further up. Go to the folder that has one, or run `dualgate init` to write one';
      const inside = makeFolder('repository/src');
      expect(() => readConfig({ cwd: inside })).toThrow(`Cannot use ${join(inside, 'dualgate.yaml')}: ${missing}`);
      const plain = makeFolder('plain');
      expect(() => readConfig({ cwd: plain })).toThrow(`Cannot use ${join(plain, 'dualgate.yaml')}: ${missing}`);
    });

    it('is not chosen between two in one folder', () => {
      write('dualgate.yaml', LEAST);
      write('dualgate.yml', LEAST);
      expect(() => readConfig({ cwd: folder })).toThrow(
        `Cannot use ${join(folder, 'dualgate.yaml')}: is in the same folder as dualgate.yml: remove one of them`,
      );
    });

    it('is the requested one, and its folder is the workspace', () => {
      write('elsewhere/my.yaml', `${LEAST}phases: [phases/red.yaml]\n`);
      write('elsewhere/phases/red.yaml', `\uFEFF${RED}`);
      const config = readConfig({ cwd: folder, config: 'elsewhere/my.yaml' });
      expect([config.folder, config.files, config.phases.map(({ phase }) => phase)]).toEqual([
        join(folder, 'elsewhere'),
        [join(folder, 'elsewhere', 'my.yaml'), join(folder, 'elsewhere', 'phases', 'red.yaml')],
        ['RED'],
      ]);
    });

    it('names its problems by paths relative to the working directory', () => {
      write('dualgate.yaml', `${LEAST}phases: [red.yaml]\nlimit: 5\n`);
      write('red.yaml', RED.replace('purpose', 'porpoise'));
      const cwd = makeFolder('src');
      makeRepository('.');
      expect(() => readConfig({ cwd })).toThrow(`Cannot use ${join('..', 'dualgate.yaml')}: 3 problems.
  ../dualgate.yaml:9:1: unknown key "limit". Did you mean limits?
  ../red.yaml:1:1: purpose is missing: it must be non-empty text
  ../red.yaml:2:1: unknown key "porpoise". Did you mean purpose?`);
    });

    it.each([
      ['missing', 'there is no such file', () => undefined],
      ['a folder', 'it is a folder', () => makeFolder('my.yaml')],
      ['no text', 'it is not UTF-8 text', () => write('my.yaml', new Uint8Array([0x61, 0xff, 0xfe]))],
    ])('is refused when it is %s', (_what, problem, prepare) => {
      prepare();
      expect(() => readConfig({ cwd: folder, config: 'my.yaml' })).toThrow(
        `Cannot use my.yaml: cannot be read: ${problem}`,
      );
    });
  });
});
