/** The built program tells which of its parts it loads for a command, and which programs it starts. Speed is not tested; its cause is. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { git } from '../evidence/a-repository.ts';
import { test as plainTest } from './a-home.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const read = (file: string): string => readFileSync(join(DIST, file), 'utf8');
/** The chunk with the help of a command: commands of one kind share it. */
const helpFileOf = (name: string): string =>
  readdirSync(DIST).find((file) => file.endsWith('.help.cjs') && read(file).includes(` ${name}Help = {`)) ?? name;

/** Loaded before the program: when it ends, writes its parts, the Node modules that it asked for and the programs that it started. */
const RECORDER = `
const { ChildProcess, spawnSync, execFileSync } = require('child_process');
const processes = require('child_process');
const Module = require('module');
const asked = new Set();
const started = [];
const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (options) { started.push(options.file); return spawn.call(this, options); };
processes.spawnSync = (file, ...rest) => { started.push(file); return spawnSync(file, ...rest); };
processes.execFileSync = (file, ...rest) => { started.push(file); return execFileSync(file, ...rest); };
const load = Module._load;
Module._load = (name, ...rest) => { if (name.startsWith('node:')) asked.add(name); return load(name, ...rest); };
process.on('exit', () => {
  const files = Object.keys(require.cache).filter((file) => file !== __filename);
  require('fs').writeFileSync(process.env.RECORDED, JSON.stringify({ files, asked: [...asked], started }));
});
`;

interface Loaded {
  readonly files: readonly string[];
  readonly builtins: readonly string[];
  readonly bytes: number;
  /** Names of the programs that it started, in order. */
  readonly started: readonly string[];
}

const load = async (cwd: string, home: string, ...argv: readonly string[]): Promise<Loaded> => {
  const [recorder, recorded] = [join(home, 'recorder.cjs'), join(home, 'recorded.json')];
  writeFileSync(recorder, RECORDER);
  const env = { RECORDED: recorded, XDG_STATE_HOME: join(home, 'state') };
  await execa(process.execPath, ['--require', recorder, join(DIST, 'cli.cjs'), ...argv], { cwd, env, reject: false });
  const said: { files: string[]; asked: string[]; started: string[] } = JSON.parse(readFileSync(recorded, 'utf8'));
  const files = said.files.map((file) => basename(file)).sort();
  return {
    files,
    builtins: said.asked.sort(),
    bytes: files.reduce((sum, file) => sum + statSync(join(DIST, file)).size, 0),
    started: said.started.map((file) => basename(file)),
  };
};

const CONFIG = `version: 1
work: { spec: spec.md }
agent: { command: 'true' }
tests: { command: printf '1..1\\nok 1 - one is 1\\n', runner: tap, files: ['test/**'] }
limits: { iterations: 2 }
`;

/** A small repository with a config, and one in which a run has ended. */
const test = plainTest.extend<{ fresh: string; ended: string }>({
  fresh: async ({ home }, use) => {
    const folder = join(home, 'fresh');
    mkdirSync(folder);
    writeFileSync(join(folder, 'dualgate.yaml'), CONFIG);
    writeFileSync(join(folder, 'spec.md'), '- [ ] AC-1: one is 1\n');
    await git(folder, 'init', '--quiet');
    await git(folder, 'add', '--all');
    await git(folder, 'commit', '--quiet', '--message=start');
    await use(folder);
  },
  ended: async ({ home, fresh }, use) => {
    await load(fresh, home, 'run');
    await use(fresh);
  },
});

/** Parts that src/cli/bin.ts loads for every command. */
const CORE = ['cli-core.cjs', 'cli-rolldown-runtime.cjs', 'cli.cjs'];
/** Node has loaded most of them by then. */
const BUILTINS = ['node:fs', 'node:os', 'node:path', 'node:util'];

/** The program with these files alone: what else it loads, it does not find. */
const withFiles = (home: string, files: readonly string[]): string => {
  for (const file of files) copyFileSync(join(DIST, file), join(home, file));
  return join(home, 'cli.cjs');
};

const ask = async (program: string, argv: readonly string[], cwd: string) => {
  const { stdout, stderr, exitCode } = await execa(process.execPath, [program, ...argv], { cwd, reject: false });
  return { stdout, stderr, exitCode };
};

describe('dualgate --help', () => {
  test('and --version load one file of dualgate, and only Node modules for output', async ({ home }) => {
    for (const option of ['--help', '--version'])
      expect(await load(home, home, option)).toMatchObject({ files: CORE, builtins: BUILTINS, started: [] });
  });

  test('which stays small', () => {
    expect(statSync(join(DIST, 'cli-core.cjs')).size).toBeLessThan(50 * 1024);
  });

  test('of each command also loads its options and notes, but not the command', async ({ home }) => {
    for (const { name, summary } of COMMANDS) {
      const own = name === 'status' ? [] : [helpFileOf(name)];
      const program = withFiles(mkdtempSync(join(home, 'alone-')), [...CORE, ...own]);
      expect(await ask(program, [name, '--help'], home)).toMatchObject({
        stdout: expect.stringContaining(summary.slice(1)),
        stderr: '',
        exitCode: 0,
      });
    }
  });

  test('does not load the command, and neither does a misspelt option', async ({ home }) => {
    const program = withFiles(home, [...CORE, 'cli-run.help.cjs']);
    expect(await ask(program, ['run', '--untl', 'RED'], home)).toEqual({
      stdout: '',
      stderr: "dualgate: Unknown option '--untl'. Did you mean '--until'? See dualgate run --help.",
      exitCode: 64,
    });
  });
});

describe('dualgate status', () => {
  test('loads two files of dualgate to show a run, without YAML, fold, hash or process code, and stays small', async ({
    home,
    ended,
  }) => {
    const { files, builtins, bytes, started } = await load(ended, home, 'status');
    expect({ files, builtins, started }).toEqual({
      files: [...CORE, 'cli-status.cjs'].sort(),
      builtins: [...BUILTINS, 'node:path/posix'].sort(),
      started: [],
    });
    expect(bytes).toBeLessThan(114 * 1024);
  });

  test('loads the code to show a run only if there is one; otherwise it reports that no run or no config exists', async ({
    home,
  }) => {
    const program = withFiles(home, CORE);
    const [started, empty] = [join(home, 'begun'), join(home, 'empty')];
    for (const folder of [started, empty]) mkdirSync(join(folder, '.git'), { recursive: true });
    await ask(join(DIST, 'cli.cjs'), ['init'], started);
    expect(await ask(program, ['status'], started)).toEqual({
      stdout: '',
      stderr: `Cannot find a run in ${started}: it has none yet. Start one with dualgate run, or dualgate session start in an agent session.`,
      exitCode: 77,
    });
    expect(await ask(program, ['status'], empty)).toMatchObject({
      stderr: expect.stringContaining('or run `dualgate init` to write one'),
      exitCode: 78,
    });
  });
});

/** The dictionaries of a language, loaded at once. */
const DICTIONARIES = /^(?:var|let|const) \w+ = new Intl\./m;
const holding = ({ files }: Loaded, code: readonly RegExp[]) =>
  files.filter((file) => code.some((each) => each.test(read(file))));

test('dualgate run reads nothing of the program after a turn has begun: the agent could have written it', async ({
  home,
  fresh,
}) => {
  const parts = readdirSync(DIST).filter((file) => /^cli-.*\.cjs$/.test(file));
  const program = withFiles(home, ['cli.cjs', ...parts]);
  writeFileSync(join(home, 'agent.sh'), 'rm -f "${0%/*}"/cli-*.cjs');
  writeFileSync(join(fresh, 'dualgate.yaml'), CONFIG.replace("'true'", 'sh ../agent.sh'));
  await git(fresh, 'commit', '--all', '--quiet', '--message=agent');
  const { exitCode, stdout } = await ask(program, ['run'], fresh);
  expect(readdirSync(home).filter((file) => parts.includes(file))).toEqual([]);
  expect({ exitCode, stdout }).toEqual({
    exitCode: 1,
    stdout: expect.stringContaining('The run used all of its 2 iterations'),
  });
});

/** The reader of configs, the table of runners, YAML and XML. */
const HEAVY = [/var parseConfig = /, /var RUNNERS = /, /parseDocument/, /CLOSE_TAG/, DICTIONARIES];

describe.for([
  ['explain', 632],
  ['report', 455],
  ['verify', 280],
] as const)('dualgate %s', ([name, kilobytes]) => {
  test('starts no process, loads no runner, no YAML and no reader of configs, and stays small', async ({
    home,
    ended,
  }) => {
    const loaded = await load(ended, home, name);
    expect(loaded.files).toContain(`cli-${name}.command.cjs`);
    expect({ started: loaded.started, heavy: holding(loaded, HEAVY) }).toEqual({ started: [], heavy: [] });
    expect(loaded.bytes).toBeLessThan(kilobytes * 1024);
  });
});

/**
 * The parser of code, the screen of a run, the server of the inspector, the mutation check, turns of an agent, the search for an
 * unfinished run, and the engine of patterns.
 */
const LATER = [
  /BABEL_PARSER_SYNTAX_ERROR/,
  /var watchAndAsk = /,
  /var serveInspector = /,
  /^var mutateSuite = /m,
  /^var takeTurn = /m,
  /^var findUnfinished = /m,
  /class RE2JS /,
  DICTIONARIES,
];

describe.for([
  ['check', 2280, ['git', 'git', 'git', 'git', 'printf', 'git', 'git']],
  ['run --dry-run', 1430, ['git']],
] as const)('dualgate %s', ([line, kilobytes, started]) => {
  test('loads nothing that only a run needs, starts at most six gits and the suite once, and stays small', async ({
    home,
    fresh,
  }) => {
    const loaded = await load(fresh, home, ...line.split(' '));
    expect(loaded.files).toContain(`cli-${line.split(' ')[0]}.command.cjs`);
    expect({ started: loaded.started, later: holding(loaded, LATER) }).toEqual({ started, later: [] });
    expect(loaded.bytes).toBeLessThan(kilobytes * 1024);
  });
});

test('no program caches compiled code in the temporary folder, where an agent could replace it', () => {
  const programs = readdirSync(DIST).filter((file) => /\.c?js$/.test(file));
  expect(programs).toEqual(expect.arrayContaining(['cli.cjs', 'signal.cjs']));
  expect(programs.filter((file) => read(file).includes('enableCompileCache'))).toEqual([]);
});
