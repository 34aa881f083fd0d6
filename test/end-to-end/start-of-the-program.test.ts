/** Modules that the built program loads to answer `--help` and `status`. Speed is not tested; its cause is. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { test } from './a-home.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const read = (file: string): string => readFileSync(join(DIST, file), 'utf8');
/** The chunk with the help of a command: commands of one kind share it. */
const helpFileOf = (name: string): string =>
  readdirSync(DIST).find((file) => file.endsWith('.help.cjs') && read(file).includes(` ${name}Help = {`)) ?? name;
/** Places of all imports that are carried out when the file is loaded; others stand in functions. */
const importsOf = (file: string): readonly string[] =>
  [...read(file).matchAll(/^(?:\w+ [\w$]+ = )?(?:[\w$.]+\()?require\("([^"]+)"\)/gm)].map(([, place = '']) => place);

/** Files of ours that are loaded with these, and what they load of node. */
const loadedWith = (entries: readonly string[]) => {
  const files = new Set(entries);
  const builtins = new Set<string>();
  for (const file of files)
    for (const place of importsOf(file)) {
      if (place.startsWith('./')) files.add(place.slice(2));
      else builtins.add(place);
    }
  return { files: [...files].sort(), builtins: [...builtins].sort() };
};

/** Modules that src/cli/bin.ts imports for every command. */
const ENTRIES = ['cli.cjs', 'cli-core.cjs'];
const CORE = [...ENTRIES, 'cli-rolldown-runtime.cjs'];
/** Node has loaded most of them by then. */
const BUILTINS = ['node:fs', 'node:os', 'node:path', 'node:util'];
/** Loaded by status when there is a run to show. The command itself is a few lines, and lies in the core. */
const SHOWN = ['cli-status.cjs'];

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
  test('and --version load one file of dualgate, and only Node modules for output', () => {
    expect(loadedWith(ENTRIES)).toEqual({ files: [...CORE].sort(), builtins: BUILTINS });
  });

  test('which stays small', () => {
    expect(statSync(join(DIST, 'cli-core.cjs')).size).toBeLessThan(46 * 1024);
  });

  test('of each command also loads its options and notes, but not the command', async ({ home }) => {
    for (const { name, summary } of COMMANDS) {
      const own = name === 'status' ? [] : [helpFileOf(name)];
      const files = [...CORE, ...own];
      expect(loadedWith([...ENTRIES, ...own])).toEqual({
        files: [...files].sort(),
        builtins: BUILTINS,
      });
      expect(await ask(withFiles(mkdtempSync(join(home, 'alone-')), files), [name, '--help'], home)).toMatchObject({
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
  test('loads two files of dualgate to show a run, without YAML, fold, hash or process code', () => {
    expect(loadedWith([...ENTRIES, ...SHOWN])).toEqual({
      files: [...CORE, ...SHOWN].sort(),
      builtins: [...BUILTINS, 'node:path/posix'].sort(),
    });
  });

  test('which stay small', () => {
    expect(statSync(join(DIST, 'cli-core.cjs')).size + statSync(join(DIST, 'cli-status.cjs')).size).toBeLessThan(
      102 * 1024,
    );
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
      stderr: expect.stringContaining('Run `dualgate init` to write one'),
      exitCode: 78,
    });
  });
});

/** The reader of configs, the table of runners, YAML, XML, and what loads the dictionaries of a language at once. */
const HEAVY = [
  /var parseConfig = /,
  /var RUNNERS = /,
  /parseDocument/,
  /CLOSE_TAG/,
  /^(?:var|let|const) \w+ = new Intl\./m,
];

describe.each([
  ['explain', 640],
  ['report', 470],
  ['verify', 300],
])('dualgate %s', (name, kilobytes) => {
  const { files, builtins } = loadedWith([...ENTRIES, helpFileOf(name), `cli-${name}.command.cjs`]);

  test('starts no process, and loads no runner, no YAML and no reader of configs', () => {
    expect(builtins).not.toContain('node:child_process');
    expect(files.filter((file) => HEAVY.some((code) => code.test(read(file))))).toEqual([]);
  });

  test('which stays small', () => {
    const bytes = files.reduce((sum, file) => sum + statSync(join(DIST, file)).size, 0);
    expect(bytes).toBeLessThan(kilobytes * 1024);
  });
});

/** The parser of code, the screen of a run, and the server of the inspector. */
const LATER = [
  /BABEL_PARSER_SYNTAX_ERROR/,
  /var watchAndAsk = /,
  /var serveInspector = /,
  /^(?:var|let|const) \w+ = new Intl\./m,
];

test.each(['check', 'run'])(
  'dualgate %s loads no parser of code, no screen and no server before it needs one',
  (name) => {
    const { files } = loadedWith([...ENTRIES, helpFileOf(name), `cli-${name}.command.cjs`]);
    expect(files.filter((file) => LATER.some((code) => code.test(read(file))))).toEqual([]);
  },
);

/** The mutation check, turns of an agent, and the search for an unfinished run. */
const OF_RUNS = [/^var mutateSuite = /m, /^var takeTurn = /m, /^var findUnfinished = /m];

test.each([
  ['check', ['cli-check.command.cjs'], 2680],
  ['run --dry-run', ['cli-run.command.cjs', 'cli-plan-run.cjs'], 1950],
])(
  'dualgate %s loads no code of the agreement, of turns and of unfinished runs, and stays small',
  (line, own, kilobytes) => {
    const { files } = loadedWith([...ENTRIES, helpFileOf(line.split(' ')[0] ?? ''), ...own]);
    expect(files.filter((file) => OF_RUNS.some((code) => code.test(read(file))))).toEqual([]);
    const bytes = files.reduce((sum, file) => sum + statSync(join(DIST, file)).size, 0);
    expect(bytes).toBeLessThan(kilobytes * 1024);
  },
);

test('no program caches compiled code in the temporary folder, where an agent could replace it', () => {
  const programs = readdirSync(DIST).filter((file) => /\.c?js$/.test(file));
  expect(programs).toEqual(expect.arrayContaining(['cli.cjs', 'signal.cjs']));
  expect(programs.filter((file) => read(file).includes('enableCompileCache'))).toEqual([]);
});
