/** Test commands that can be run and must not: their results would not be those of the suite. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isPackageManager, nameProgram } from './find-program.ts';
import { readScript } from './package-scripts.ts';
import { askRunners, type RunnerName, RUNNERS } from '../runners.ts';
import { REFUSED_KINDS, type RefusedOptions } from '../runner-facts.ts';
import { readText } from '../../base/files/open-plain.ts';
import { RunnerError } from './find-runner.ts';

// All the places that the words of a test command come from. Found by words; nothing is run.

/** Words of one program and where they stand, for people: the end of a sentence. */
interface PlacedWords {
  readonly words: readonly string[];
  readonly place: string;
  /** Whether the words come from the command, which may hand them on to a program of a script. */
  readonly isCommand: boolean;
}

/** Programs of a shell line, without looking into quotes: a wrong cut only makes two places of one. */
const JOINT = /&&|\|\||[;|&\n]/;
const WORD = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
const RUNS_SCRIPTS = new Set(['npm-run-all', 'npm-run-all2', 'run-s', 'run-p', 'concurrently', 'conc']);

/** @param workspace - absolute: where the command runs */
const placeWords = (command: readonly string[], workspace: string): readonly PlacedWords[] => {
  const seen = new Set<string>();
  const follow = (words: readonly string[]): readonly PlacedWords[] => {
    const runs = words.some((word) => isPackageManager(nameProgram(word)) || RUNS_SCRIPTS.has(nameProgram(word)));
    return runs
      ? words.flatMap((word) => readOnce(word === 't' || word === 'tst' ? 'test' : word.replace(/^npm:/, '')))
      : [];
  };
  const readOnce = (name: string): readonly PlacedWords[] => {
    const script = seen.has(name) ? null : readScript(workspace, name);
    if (script === null) return [];
    seen.add(name);
    const place = `in the script "${name}" of package.json`;
    return script.split(JOINT).flatMap((line) => {
      const words = wordsOf(line);
      return [{ words, place, isCommand: false }, ...follow(words)];
    });
  };
  return [{ words: command, place: 'in the test command', isCommand: true }, ...follow(command)];
};

/** As a shell would, without variables. */
const wordsOf = (text: string): readonly string[] =>
  (text.match(WORD) ?? []).map((word) => word.replaceAll(/["']/g, ''));

const valuesOf = (words: readonly string[], variable: string): readonly string[] =>
  words.flatMap((word) => (word.startsWith(`${variable}=`) ? wordsOf(word.slice(variable.length + 1)) : []));

// Options by which no run measures the suite (rules 1.4 and 2.1). A filter by name is not among them.

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
interface Refusal {
  readonly why: string;
  readonly wayOut: string;
}

interface SuiteWords {
  readonly command: readonly string[];
  readonly runner: RunnerName;
}

/** Why such a command cannot be used, with where the option stands; `null` if there is no such option. @param workspace - absolute */
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

/** @throws {RunnerError} with the cause and the way out, when something speaks against the command */
export const refuseCommand = (suite: SuiteWords, workspace: string): void => {
  const refused = findRefusedOption(suite, workspace) ?? findReportOfNode(suite, workspace);
  if (refused !== null) throw new RunnerError(suite.command, refused.why, refused.wayOut, 'use the test command');
};

/** Its `<testsuite>` of a test with subtests has no state, and a test that has to fail is a plain testcase. */
const findReportOfNode = ({ command, runner }: SuiteWords, workspace: string): Refusal | null => {
  if (runner !== 'junit') return null;
  const found = placeWords(command, workspace).find(({ words }) =>
    words.some((word, i) =>
      /^--test-reporter[= ]junit$/.test(word === '--test-reporter' ? `${word} ${words[i + 1]}` : word),
    ),
  );
  return found === undefined
    ? null
    : {
        why: `the JUnit report of node --test (${found.place}) does not say which tests with subtests are todo or failed, and which tests have to fail`,
        wayOut: 'Set runner: node, without --test-reporter=junit and report: dualgate adds a reporter of its own.',
      };
};
