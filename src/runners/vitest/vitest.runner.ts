/** vitest 3 to 5. The cache of its modules is switched off: it has the tests as they were compiled, where anybody can write. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { once } from '../../base/once.ts';
import { NO_DATA, readLiteralConfig, checkSettings, type SetUp } from '../literal-config.ts';
import { appendArguments, wordsOf, findInstalled } from '../command/find-program.ts';
import { placeReporter, ENV_FILES, withEndings, looksForVariable } from '../runner-places.ts';
import type { Runner } from '../runner.ts';
import { findInSourceLeaks, linesOfInSourceTests, readInSourceTests } from './in-source-tests.ts';
import { selectFiles } from '../command/select-files.ts';

const PLACE = /^(?!!)(?!.*(?:\.\.|node_modules))/;

/** Folders without tests of the project. */
const NO_TESTS = /^(?:\*\*\/)?(?:node_modules|dist|coverage)(?:\/\*\*(?:\/\*)?)?\/?$/;

const config = once(() => {
  const flag = z.boolean();
  const places = z.array(z.string().regex(PLACE));
  const test = z
    .strictObject({
      clearMocks: flag,
      coverage: z
        .strictObject({
          provider: z.enum(['v8', 'istanbul']),
          reporter: z.array(z.string()).or(z.string()),
          reportsDirectory: z.string(),
        })
        .partial(),
      environment: z.enum(['node', 'jsdom', 'happy-dom']),
      exclude: z.array(z.string().regex(NO_TESTS)),
      fileParallelism: flag,
      globals: flag,
      hookTimeout: z.number(),
      include: places,
      includeSource: places,
      mockReset: flag,
      name: z.string(),
      pool: z.enum(['threads', 'forks']),
      restoreMocks: flag,
      testTimeout: z.number(),
      unstubEnvs: flag,
      unstubGlobals: flag,
      watch: flag,
    })
    .partial();
  return z.strictObject({ test: test.optional() });
});

/** Plain values that say where tests are, and what each of them begins with. */
const isPlainVitest = async (text: string): Promise<SetUp> => {
  const read = await readLiteralConfig(text, ['vitest/config', 'vite']);
  return read === undefined ? NO_DATA : checkSettings(config(), read);
};

const REPORTER = fileURLToPath(placeReporter('vitest/vitest.mjs'));

const OF_VITE = withEndings(['vite.config']);
const CONFIGS = [...withEndings(['vitest.config']), ...OF_VITE];

const WITH_VALUE = (
  '-r --root -c --config --dir --project -t --testNamePattern --reporter --outputFile --mode --browser --pool --execArgv ' +
  '--environment --shard --sequence --exclude --diff --attachmentsDir --tagsFilter --configLoader --typecheck.tsconfig ' +
  '--coverage.provider --coverage.reporter --coverage.reportsDirectory --coverage.include --coverage.exclude'
).split(' ');
const WATCH_WORDS = ['watch', 'dev', '-w', '--watch', '--watch=true', '--ui', '--standalone'];
const MODES = new Set(['run', '--run', ...WATCH_WORDS]);

/** Its words are parts of paths. */
const saysOfFilter = (said: string, glob: string): boolean =>
  said.split('\n').some((line) => line.startsWith('filter:') && line.includes(glob));

/** It keeps modules by default from 5 on, by a setting from 4.1 on; older ones know no such option. */
const withoutCache = (version: string): readonly string[] => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= 5) return ['--fsModuleCache=false'];
  return major === 4 && minor > 0 ? ['--experimental.fsModuleCache=false'] : [];
};

export const vitestRunner: Runner = {
  report: 'file',
  refused: {
    program: /^vitest$/,
    options: { reuse: '--mergeReports --fsModuleCache --fsModuleCachePath', changed: '--changed', part: '--shard' },
  },
  tested: { package: 'vitest', from: 3, to: 5 },
  // It says so over a global setup that throws, too.
  saysNoTests: (said) => /^No test files found, exiting with code [01]$/m.test(said) && !/\bUnhandled Error/.test(said),
  leavesGlob: (said, glob) => said.includes('No test files found') && saysOfFilter(said, glob),
  isFoundIn: ({ program }) => program === 'vitest',
  watchWords: WATCH_WORDS,
  select: (command, files, folder) => selectFiles(command, files, folder, { verb: 'run', withValue: WITH_VALUE }),
  detect: {
    package: 'vitest',
    isInScript: (words) => words.includes('vitest'),
    // However the script has it stay, it runs once.
    fromScript: (words) => {
      const at = words.indexOf('vitest');
      return at > 1 ? null : ['npx', 'vitest', 'run', ...words.slice(at + 1).filter((word) => !MODES.has(word))];
    },
    drops: {
      failFast: ['--bail N'],
      coverage: [
        ...['provider', 'reporter', 'reportsDirectory', 'include', 'exclude'].map((name) => `--coverage.${name} N`),
        '--coverage*',
      ],
    },
    command: () => ['npx', 'vitest', 'run'],
  },
  frozen: {
    everywhere: [...CONFIGS, ...withEndings(['vitest.workspace', 'vitest.projects'], ['ts', 'js', 'json'])],
    readBy: [
      { files: [...OF_VITE, ...ENV_FILES], words: /\bvite(?:st|-node)?\b/ },
      // Code that starts it; and components are tested by it elsewhere.
      {
        files: [...OF_VITE, ...ENV_FILES],
        code: /(?<=['"`\s/])vite(?:st|-node)?(?=['"`\s/])|\bvite\.config\b|experimental-ct-/,
      },
      // It takes them only for modules that are mocked by a call.
      { files: ['__mocks__'], words: /\bvitest\b/, code: /(?:\b|[a-z])[mM]ock\b/ },
    ],
    keys: (
      'setupFiles globalSetup environment runner reporters snapshotSerializers snapshotEnvironment sequencer extends ' +
      'projects workspace plugins'
    ).split(' '),
    options: ['c', 'config'],
    above: CONFIGS,
    settings: /\S/,
    setUp: Object.fromEntries(CONFIGS.map((name) => [name, isPlainVitest])),
    variables: ['VITEST\\w*'],
    packages: /^(?:vitest|@vitest\/[^/]+|vite)$/,
    scopes: ['@vitest'],
    programs: ['vitest'],
    // The errors that the compiler of `--typecheck` found the last time.
    writes: ['dist/tsconfig.tmp.tsbuildinfo'],
  },
  tests: {
    files: ['**/{__snapshots__,__mocks__}/**/*'],
    inside: {
      ending: String.raw`\.[cm]?[jt]sx?`,
      read: readInSourceTests,
      lines: linesOfInSourceTests,
      leaks: findInSourceLeaks,
      roughly: String.raw`^if \(import\.meta\.vitest\b[^\n]*\{\n[\s\S]*?^\}`,
    },
    modules: { script: ['vitest', '@vitest/[^"\']+'] },
    asked: {
      script: [
        looksForVariable('VITEST'),
        String.raw`\bVITEST(?:_\w+)?\b`,
        String.raw`\bimport\.meta\s*(?:\?\.|\.|\[\s*["'\`])\s*vitest\b`,
        String.raw`\b__vitest_\w+`,
      ],
    },
  },
  marks: ['VITEST(?:_.*)?'],
  noise: ['❯ '],
  prepare: (command, workspace) => {
    const words = wordsOf(command, workspace);
    const hasReporter = words.some((word) => /^--reporters?(?:=|$)/.test(word));
    return {
      command: appendArguments(
        command,
        [
          ...(hasReporter ? [] : ['--reporter=default']),
          `--reporter=${REPORTER}`,
          ...withoutCache(findInstalled('vitest', workspace)?.version ?? ''),
        ],
        workspace,
      ),
      env: {},
    };
  },
};
