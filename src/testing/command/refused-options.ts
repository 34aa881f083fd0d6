/**
 * Options by which a test run takes results of an earlier one, or leaves out tests by what happened before: then no run
 * measures the suite (rules 1.4 and 2.1). One table for every runner; a filter by name is not in it.
 *
 * @module
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { RunnerName } from '../runners.ts';
import { type PlacedWords, placeWords, wordsOf, valuesOf } from './command-places.ts';
import { isPackageManager, nameProgram } from './find-program.ts';
import { readWithoutWaiting } from './package-scripts.ts';

const KINDS = ['reuse', 'failed', 'changed', 'part', 'order'] as const;
type Kind = (typeof KINDS)[number];
const WHY: Readonly<Record<Kind, string>> = {
  reuse: 'takes results of an earlier run',
  failed: 'runs only tests that failed before',
  changed: 'runs only tests of changed files',
  part: 'runs only a part of the tests',
  order: 'orders the tests by results of an earlier run',
};

interface Tool {
  /** A word that names it. */
  readonly program: RegExp;
  /** By what each does; capitals and dashes do not matter, since some programs take both forms. */
  readonly options: Readonly<Partial<Record<Kind, string>>>;
  /** Variables whose words it reads. */
  readonly variables?: readonly string[];
  /** Whether these variables of the environment reach a test run. @default true */
  readonly ofEnvironment?: boolean;
  /** Files that give it options, and the part of their text that does. */
  readonly files?: Readonly<Record<string, RegExp>>;
  /** The same, where npm starts it: beside package.json and in the home. */
  readonly filesOfNpm?: Readonly<Record<string, RegExp>>;
}

/** The value of `addopts`, in each notation. */
const ADDOPTS = /^[ \t]*addopts\s*=\s*(\[[^\]]*\]|"""[\s\S]*?"""|'''[\s\S]*?'''|.*(?:\n[ \t]+\S.*)*)/gm;
const WHOLE = /([\s\S]+)/g;

/** By the runner; those of other tools come through `tap`, `junit` and `text`. */
const TOOLS: Readonly<Record<string, Tool>> = {
  node: {
    program: /^node$/,
    options: { reuse: '--test-rerun-failures', part: '--test-shard' },
    variables: ['NODE_OPTIONS'],
    ofEnvironment: false,
    filesOfNpm: { '.npmrc': /^\s*node-options\s*=\s*(.*)$/gm },
  },
  vitest: {
    program: /^vitest$/,
    options: { reuse: '--mergeReports', changed: '--changed', part: '--shard' },
  },
  jest: {
    program: /^jest$/,
    options: {
      failed: '--onlyFailures -f',
      changed: '--onlyChanged -o --lastCommit --changedSince --changedFilesWithAncestor',
      part: '--shard',
    },
  },
  playwright: {
    program: /^playwright$/,
    options: { failed: '--last-failed', changed: '--only-changed', part: '--shard' },
  },
  pytest: {
    program: /^(?:pytest|py\.test)$/,
    options: {
      failed: '--lf --last-failed --sw --stepwise --sw-skip --stepwise-skip --sw-reset --stepwise-reset',
      order: '--ff --failed-first --nf --new-first',
      changed: '--testmon --picked',
      part: '--splits --num-shards --shard-id',
    },
    variables: ['PYTEST_ADDOPTS'],
    files: Object.fromEntries(
      ['pytest.ini', '.pytest.ini', 'pytest.toml', '.pytest.toml', 'pyproject.toml', 'tox.ini', 'setup.cfg'].map(
        (name) => [name, ADDOPTS],
      ),
    ),
  },
  rspec: {
    program: /^rspec$/,
    options: { failed: '--only-failures --next-failure -n' },
    variables: ['SPEC_OPTS'],
    files: { '.rspec': WHOLE, '.rspec-local': WHOLE },
  },
  nextest: { program: /^nextest$/, options: { failed: '--rerun', part: '--partition' } },
  bun: { program: /^bunx?$/, options: { changed: '--changed', part: '--shard' } },
  tap: { program: /^tap$/, options: { failed: '--save', changed: '--changed' } },
  ctest: { program: /^ctest$/, options: { failed: '--rerun-failed' } },
  bats: { program: /^bats$/, options: { failed: '--filter-status' } },
  nx: { program: /^nx$/, options: { changed: 'affected' } },
  turbo: { program: /^turbo$/, options: { changed: '--affected' } },
};

/** Both are parts of a sentence. */
export interface Refusal {
  readonly why: string;
  readonly wayOut: string;
}

/** One suite, as far as its options are refused. */
export interface SuiteWords {
  readonly command: readonly string[];
  readonly runner: RunnerName;
}

/**
 * Why such a command cannot be used, with where the option stands, and the way out; `null` if there is no such option.
 *
 * @param workspace - absolute: where the command runs
 * @param env - of the test run
 */
export const findRefusedOption = (
  { command, runner }: SuiteWords,
  workspace: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Refusal | null => {
  const places = placeWords(command, workspace);
  const named = Object.entries(TOOLS).filter(
    ([name, { program }]) => name === runner || places.some(({ words }) => isNamed(words, program)),
  );
  for (const [, tool] of named) {
    const found = [
      ...places.filter(({ words, isCommand }) => isNamed(words, tool.program) || (isCommand && isHandedOn(words))),
      ...variablesOf(tool, places, env),
      ...filesOf(tool, places, workspace),
    ];
    for (const { words, place } of found) {
      const refused = refuse(tool, words);
      if (refused !== null)
        return {
          why: `${refused.option} (${place}) ${WHY[refused.why]}`,
          wayOut: 'Each test run has to run the whole suite: remove the option, or give tests.command its own script.',
        };
    }
  }
  return null;
};

const isNamed = (words: readonly string[], program: RegExp): boolean =>
  words.some((word) => program.test(nameProgram(word)));

/** `npm test -- --shard=1/2` gives a word to the program of the script; a Makefile may do anything. */
const isHandedOn = ([program = '']: readonly string[]): boolean => isPackageManager(nameProgram(program));

const plain = (word: string): string =>
  word.startsWith('--') ? `--${word.replace(/=.*$/s, '').replaceAll('-', '').toLowerCase()}` : word;

const refuse = (
  { options }: Tool,
  words: readonly string[],
): { readonly option: string; readonly why: Kind } | null => {
  for (const why of KINDS) {
    const refused = new Set((options[why] ?? '').split(' ').map(plain));
    const option = words.find((word) => refused.has(plain(word)));
    if (option !== undefined) return { option: option.replace(/=.*$/s, ''), why };
  }
  return null;
};

type Found = Pick<PlacedWords, 'words' | 'place'>;

const variablesOf = (
  { variables = [], ofEnvironment = true }: Tool,
  places: readonly PlacedWords[],
  env: Readonly<Record<string, string | undefined>>,
): readonly Found[] =>
  variables.flatMap((name) => [
    ...places.map(({ words, place }) => ({ words: valuesOf(words, name), place: `in ${name}, ${place}` })),
    ...(ofEnvironment ? [{ words: wordsOf(env[name] ?? ''), place: `in ${name}, in the environment` }] : []),
  ]);

const filesOf = (
  { files = {}, filesOfNpm = {} }: Tool,
  places: readonly PlacedWords[],
  workspace: string,
): readonly Found[] => {
  const own = Object.entries(files).map(([name, part]) => [join(workspace, name), name, part] as const);
  const ofNpm = places.some(({ words }) => isHandedOn(words))
    ? Object.entries(filesOfNpm).flatMap(([name, part]) => [
        [join(workspace, name), name, part] as const,
        [join(homedir(), name), `~/${name}`, part] as const,
      ])
    : [];
  return [...own, ...ofNpm].map(([path, name, part]) => ({
    words: [...readText(path).matchAll(part)].flatMap(([, text = '']) =>
      wordsOf(text.replaceAll(/^\s*#.*$/gm, '').replaceAll(/[[\]"',]/g, ' ')),
    ),
    place: `in ${name}`,
  }));
};

const readText = (path: string): string => {
  try {
    return readWithoutWaiting(path);
  } catch {
    return '';
  }
};
