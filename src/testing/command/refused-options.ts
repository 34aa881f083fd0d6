/**
 * Options by which a test run takes results of an earlier one, or leaves out tests by what happened before: then no run
 * measures the suite (rules 1.4 and 2.1). Those of a runner are in its folder; a filter by name is not among them.
 *
 * @module
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { askRunners } from '../ask-runners.ts';
import { REFUSED_KINDS, type RefusedOptions } from '../runner-facts.ts';
import { type RunnerName, RUNNERS } from '../runners.ts';
import { type PlacedWords, placeWords, wordsOf, valuesOf } from './command-places.ts';
import { isPackageManager, nameProgram } from './find-program.ts';
import { readText } from '../../files/open-plain.ts';

type Kind = (typeof REFUSED_KINDS)[number];
const WHY: Readonly<Record<Kind, string>> = {
  reuse: 'takes results of an earlier run',
  failed: 'runs only tests that failed before',
  changed: 'runs only tests of changed files',
  part: 'runs only a part of the tests',
  order: 'orders the tests by results of an earlier run',
};

/** Programs that are no runners of dualgate's: they come through `tap`, `junit` and `text`. */
const OTHERS: readonly RefusedOptions[] = [
  { program: /^nextest$/, options: { failed: '--rerun', part: '--partition' } },
  { program: /^bunx?$/, options: { changed: '--changed', part: '--shard' } },
  { program: /^ctest$/, options: { failed: '--rerun-failed' } },
  { program: /^bats$/, options: { failed: '--filter-status' } },
  { program: /^nx$/, options: { changed: 'affected' } },
  { program: /^turbo$/, options: { changed: '--affected' } },
];

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
  const own = RUNNERS[runner].refused;
  const named = [...askRunners(({ refused }) => refused), ...OTHERS].filter(
    (tool) => tool === own || places.some(({ words }) => isNamed(words, tool.program)),
  );
  for (const tool of named) {
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
  { options }: RefusedOptions,
  words: readonly string[],
): { readonly option: string; readonly why: Kind } | null => {
  for (const why of REFUSED_KINDS) {
    const refused = new Set((options[why] ?? '').split(' ').map(plain));
    const option = words.find((word) => refused.has(plain(word)));
    if (option !== undefined) return { option: option.replace(/=.*$/s, ''), why };
  }
  return null;
};

type Found = Pick<PlacedWords, 'words' | 'place'>;

const variablesOf = (
  { variables = [], ofEnvironment = true }: RefusedOptions,
  places: readonly PlacedWords[],
  env: Readonly<Record<string, string | undefined>>,
): readonly Found[] =>
  variables.flatMap((name) => [
    ...places.map(({ words, place }) => ({ words: valuesOf(words, name), place: `in ${name}, ${place}` })),
    ...(ofEnvironment ? [{ words: wordsOf(env[name] ?? ''), place: `in ${name}, in the environment` }] : []),
  ]);

const filesOf = (
  { files = {}, filesOfNpm = {} }: RefusedOptions,
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
    words: [...(readText(path) ?? '').matchAll(part)].flatMap(([, text = '']) =>
      wordsOf(text.replaceAll(/^\s*#.*$/gm, '').replaceAll(/[[\]"',]/g, ' ')),
    ),
    place: `in ${name}`,
  }));
};
