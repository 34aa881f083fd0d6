/** The commands that a script of package.json chains, and those of the scripts that it runs in turn. It runs nothing. */
import { type RunnerName, RUNNERS, RUNNER_NAMES } from '../../runners/runners.ts';
import { dropOptions } from '../../runners/command/select-files.ts';
import { nameProgram, isPackageManager } from '../../runners/command/find-program.ts';
import { splitCommand } from '../../base/text/split-command.ts';

interface WholeCommand {
  readonly command: readonly string[];
  /** As the script has them. */
  readonly failFast: readonly string[];
  readonly coverage: readonly string[];
}

export const runWhole = (runner: RunnerName, words: readonly string[]): WholeCommand => {
  const drops = RUNNERS[runner].detect?.drops ?? {};
  const fast = dropOptions(words, drops.failFast ?? []);
  const rest = dropOptions(fast.kept, drops.coverage ?? []);
  return { command: rest.kept, failFast: fast.dropped, coverage: rest.dropped };
};

/** One command of a script. */
export interface ScriptPart {
  /** As the script has it. */
  readonly text: string;
  /** Without the coverage tool around it; `null` for a command that needs a shell. */
  readonly words: readonly string[] | null;
  /** That coverage tool with its options; '' for none. */
  readonly wrapper: string;
}

type Scripts = Readonly<Record<string, unknown>>;

/** Scripts that run each other end here. */
const DEEPEST = 5;

/**
 * The commands of a script in the order in which they run, those of its `pre` and `post` scripts included.
 * @param staysWhole - whether a script that is run by its name is one command, whatever it does
 */
export const readParts = (
  scripts: Scripts,
  name: string,
  staysWhole: (name: string, script: string) => boolean,
  depth = 0,
): readonly ScriptPart[] =>
  [`pre${name}`, name, `post${name}`].flatMap((each) => {
    const script = textOf(scripts, each);
    if (script === null || depth > DEEPEST) return [];
    return splitParts(script).flatMap((part) => {
      const call = readCall(part, scripts);
      if (call === null) return [part];
      return call.names.flatMap((called) => {
        if (staysWhole(called, textOf(scripts, called) ?? '')) return [wholePart(call.manager, called)];
        const parts = readParts(scripts, called, staysWhole, depth + 1);
        return appendTo(parts, call.added).map((each) => ({ ...each, wrapper: each.wrapper || part.wrapper }));
      });
    });
  });

const textOf = (scripts: Scripts, name: string): string | null => {
  const script = Object.hasOwn(scripts, name) ? scripts[name] : null;
  return typeof script === 'string' ? script : null;
};

const wholePart = (manager: string, name: string): ScriptPart => ({
  text: `${manager} run ${name}`,
  words: [manager, 'run', name],
  wrapper: '',
});

/** Arguments of a script are those of its last command. */
const appendTo = (parts: readonly ScriptPart[], added: readonly string[]): readonly ScriptPart[] =>
  added.length === 0
    ? parts
    : parts.map((part, i) =>
        i < parts.length - 1
          ? part
          : {
              ...part,
              text: [part.text, ...added].join(' '),
              words: part.words === null ? null : [...part.words, ...added],
            },
      );

/** Commands that change what the next one sees: alone it would do something else. */
const CHANGES_SHELL = /^(?:cd|pushd|export|set|source|\.|if|for|while|case|test|\[)(?=\s|$)/;

/** The commands of one script. A script that only a shell can run in parts is one command. */
export const splitParts = (script: string): readonly ScriptPart[] => {
  const texts = cutChain(script);
  if (texts === null || texts.some((text) => CHANGES_SHELL.test(text)))
    return [{ text: script.trim(), words: null, wrapper: '' }];
  return texts.map((text) => {
    const split = splitCommand(text);
    return { text, ...('words' in split ? unwrap(split.words) : { words: null, wrapper: '' }) };
  });
};

const WRAPPERS = new Set(['c8', 'nyc']);
/** A command without the program that only measures the coverage of another. */
const unwrap = (words: readonly string[]): Pick<ScriptPart, 'words' | 'wrapper'> => {
  const from = words.findIndex((word) => WRAPPERS.has(word));
  const to = words.findIndex((word, i) => i > from && startsTests(words.slice(i)));
  if (from === -1 || to === -1) return { words, wrapper: '' };
  return { words: [...words.slice(0, from), ...words.slice(to)], wrapper: words.slice(from, to).join(' ') };
};

/** The texts between `&&`, `;` and line ends, each without the commands that its output is piped to; `null` for groups. */
const cutChain = (script: string): readonly string[] | null => {
  const cuts = [...script.matchAll(/\\.|"(?:\\.|[^"\\])*"|'[^']*'|\|\||&&|[;\n|()]/g)];
  if (cuts.some(([sign]) => sign === '(' || sign === ')')) return null;
  const texts: string[] = [];
  let from = 0;
  let end: number | null = null;
  for (const { 0: sign, index } of cuts) {
    if (sign === '|') end ??= index;
    if (sign !== '&&' && sign !== ';' && sign !== '\n') continue;
    texts.push(script.slice(from, end ?? index));
    from = index + sign.length;
    end = null;
  }
  texts.push(script.slice(from, end ?? script.length));
  return texts.map((text) => text.trim()).filter((text) => text !== '');
};

/** A runner, or a launcher of one. */
const startsTests = ([word = '', ...words]: readonly string[]): boolean => {
  const program = nameProgram(word);
  if (word.startsWith('-')) return false;
  if (program === 'npx' || isPackageManager(program)) return true;
  return RUNNER_NAMES.some((name) => {
    const { isFoundIn, detect } = RUNNERS[name];
    return isFoundIn?.({ program, words }) === true || detect?.isInScript?.([program]) === true;
  });
};

interface ScriptCall {
  readonly manager: string;
  readonly names: readonly string[];
  /** Arguments for the last one. */
  readonly added: readonly string[];
}

const RUN = new Set(['run', 'run-script']);
const TEST = new Set(['test', 't', 'tst']);
const RUNS_SEVERAL = new Set(['run-s', 'run-p', 'npm-run-all', 'npm-run-all2']);
const QUIET = new Set(['-s', '--silent']);

/** The scripts that a command runs; `null` where it runs none, or those of other packages. */
const readCall = ({ words }: ScriptPart, scripts: Scripts): ScriptCall | null => {
  const [first = '', ...rest] = (words ?? []).filter(
    (word, i, all) => !(QUIET.has(word) && isPackageManager(all[0] ?? '')),
  );
  const manager = nameProgram(first);
  if (RUNS_SEVERAL.has(manager)) return callSeveral(rest, scripts);
  if (manager === 'npx' && RUNS_SEVERAL.has(rest[0] ?? '')) return callSeveral(rest.slice(1), scripts);
  if (!isPackageManager(manager)) return null;
  const [word = '', ...after] = rest;
  const isNamed = RUN.has(word) || (manager !== 'npm' && manager !== 'bun' && textOf(scripts, word) !== null);
  const [name = '', ...added] = RUN.has(word) ? after : [TEST.has(word) && manager !== 'bun' ? 'test' : word, ...after];
  if (!(isNamed || name === 'test') || textOf(scripts, name) === null) return null;
  if (manager === 'bun' && !RUN.has(word)) return null;
  // Behind one of these, the script of another package may be meant.
  if (added.some((each) => /^(?:-w|-ws|--workspaces?|-r|--filter|-F|--if-present)(?:=|$)/.test(each))) return null;
  return { manager, names: [name], added: added.filter((each) => each !== '--') };
};

/** `run-s lint:* test` */
const callSeveral = (words: readonly string[], scripts: Scripts): ScriptCall => ({
  manager: 'npm',
  names: words
    .filter((word) => !word.startsWith('-'))
    .flatMap((word) => Object.keys(scripts).filter((name) => name === word || isMatch(name, word))),
  added: [],
});

const isMatch = (name: string, pattern: string): boolean =>
  pattern.endsWith(':*') && name.startsWith(pattern.slice(0, -1)) && !name.slice(pattern.length - 1).includes(':');
