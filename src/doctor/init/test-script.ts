/** The test command and the checks in the script `test` of package.json. It reads files and runs nothing. */
import { isQuotedInScript } from '../../runners/command/package-scripts.ts';
import { watchWordsOf } from '../../runners/command/find-runner.ts';
import { type ProposedTests, RUNNER_NAMES, type RunnerName, RUNNERS } from '../../runners/runners.ts';
import { findScriptTool } from '../../runners/build/build-tools.ts';
import { findCheck, isCheckScript, nameApart, type ProposedCheck, startTool } from './script-checks.ts';
import { runWhole, readParts, type ScriptPart } from './script-parts.ts';

interface ReadScript {
  readonly tests: ProposedTests;
  readonly checks: readonly ProposedCheck[];
}

type Scripts = Readonly<Record<string, unknown>>;

/** The scripts that may run the tests, best first. */
const NAMES = ['test', 'test:unit', 'unit'];

/** `null` without a script of a known runner. @param makes - globs of the compiled files that the tests read */
export const readTestScript = (scripts: Scripts, folder: string, makes: readonly string[] = []): ReadScript | null => {
  for (const name of NAMES) {
    const read = readScript(scripts, name, { folder, makes });
    if (read !== null) return read;
  }
  return null;
};

/** A command of the script: a check, the tests, or something else. */
interface KnownPart extends ScriptPart {
  readonly check: ProposedCheck | null;
  readonly runner: RunnerName | null;
}

interface Place {
  readonly folder: string;
  readonly makes: readonly string[];
}

const readScript = (scripts: Scripts, name: string, { folder, makes }: Place): ReadScript | null => {
  const parts = readParts(scripts, name, isCheckScript).map((part) => knowPart(part, folder));
  const at = findBroadest(parts);
  const part = parts[at];
  if (part === undefined || part.runner === null) return null;
  const builds = makes.length === 0 ? [] : parts.filter(({ check }, i) => i < at && check?.name === 'build');
  const before = findBefore(scripts, builds, makes);
  const built = before === null ? [] : builds;
  const checks = nameApart(parts.flatMap((each) => (each.check === null || built.includes(each) ? [] : [each.check])));
  const written = typeof scripts[name] === 'string' ? scripts[name] : '';
  const origin = `From the script ${name} of package.json: ${written}`;
  const own = readTestPart(part, parts.slice(0, at), folder);
  if (own === null) return { tests: runScript(part.runner, part.text, name, origin), checks };
  const { dropped, ...alone } = own;
  const tests = before === null ? alone : { ...alone, before };
  const others = parts
    .filter((each, i) => i !== at && !built.includes(each) && mayBeNeeded(each, i < at))
    .map(({ text }) => `\`${text}\``);
  if (parts.length === 1 && dropped.length === 0) return { tests, checks };
  const notes = [
    origin,
    ...(dropped.length === 0 ? [] : [`Dropped: ${dropped.join('; ')}.`]),
    ...(others.length === 0
      ? []
      : [`Without ${others.join(', ')}: if the tests need it, use command: ${runByName(name).join(' ')}`]),
  ];
  return { tests: { ...tests, notes }, checks };
};

/** The command of the first runner with the fewest plain words: `jest`, not `jest test/one.test`. -1 for none. */
const findBroadest = (parts: readonly KnownPart[]): number => {
  const first = parts.find(({ runner }) => runner !== null);
  const alike = parts.filter(({ runner }) => runner !== null && runner === first?.runner);
  const plainWords = ({ words }: KnownPart): number =>
    words?.filter((word) => !word.startsWith('-')).length ?? Infinity;
  const [broadest] = alike.toSorted((a, b) => plainWords(a) - plainWords(b));
  return broadest === undefined ? -1 : parts.indexOf(broadest);
};

/** The build of the script, else the script `build`; `null` where the tests read no compiled files, or nothing builds them. */
const findBefore = (
  scripts: Scripts,
  builds: readonly KnownPart[],
  makes: readonly string[],
): NonNullable<ProposedTests['before']> | null => {
  if (makes.length === 0) return null;
  const [build, ...more] = builds;
  if (build !== undefined && build.check !== null && more.length === 0) return { command: build.check.command, makes };
  return typeof scripts['build'] === 'string' ? { command: ['npm', 'run', 'build'], makes } : null;
};

const knowPart = (part: ScriptPart, folder: string): KnownPart => {
  const check = part.words === null ? null : findCheck(part.words, folder);
  const words = part.words ?? part.text.split(/[\s()]+/);
  const runner = check === null ? (findScriptTool(words)?.runner ?? runnerIn(words)) : null;
  return { ...part, check, runner };
};

const runnerIn = (words: readonly string[]): RunnerName | null =>
  RUNNER_NAMES.find((name) => RUNNERS[name].detect?.isInScript?.(words) === true) ?? null;

/** Whether the tests may need it: a build before them, a command that is not known, or a second runner. */
const mayBeNeeded = ({ check, text }: KnownPart, isBefore: boolean): boolean =>
  check === null ? !/^(?:echo|exit|true|rimraf|rm|c8|nyc|codecov)\b/.test(text) : check.name === 'build' && isBefore;

const runByName = (name: string): readonly string[] => (name === 'test' ? ['npm', 'test'] : ['npm', 'run', name]);

/** A script whose tests need a shell runs as it is. */
const runScript = (runner: RunnerName, text: string, name: string, origin: string): ProposedTests => {
  const { failFast } = runWhole(runner, text.split(/\s+/));
  return {
    runner,
    command: runByName(name),
    ...(failFast.length === 0
      ? {}
      : { notes: [origin, `Remove ${failFast.join(' ')} from the script: the report must list every test.`] }),
  };
};

/** `null` where only the script can run it. */
const readTestPart = (
  { runner, words, wrapper }: KnownPart,
  before: readonly KnownPart[],
  folder: string,
): (ProposedTests & { readonly dropped: readonly string[] }) | null => {
  if (runner === null || words === null) return null;
  const isBuilt = before.some(({ check }) => check?.name === 'build') && words.some((word) => BUILT.test(word));
  if (isBuilt || (RUNNERS[runner].detect?.expandsGlobs === false && hasShellGlob(words, folder))) return null;
  const tool = findScriptTool(words);
  const command = tool?.command ?? (RUNNERS[runner].detect?.fromScript ?? ((given) => runOnce(runner, given)))(words);
  if (command === null) return null;
  const whole = tool === null ? runWhole(runner, command) : null;
  return {
    ...tool,
    runner,
    command: whole?.command ?? command,
    dropped: [
      ...explain(whole?.failFast ?? tool?.failFast ?? [], 'the report must list every test'),
      ...explain([...(wrapper === '' ? [] : [wrapper]), ...(whole?.coverage ?? tool?.coverage ?? [])], 'only coverage'),
    ],
  };
};

const explain = (dropped: readonly string[], why: string): readonly string[] =>
  dropped.length === 0 ? [] : [`${dropped.join(' ')} (${why})`];

/** A path in the folder that a build writes. */
const BUILT = /^(?:\.\/)?(?:dist|build|out|lib|compiled|\.?tmp)(?:\/|$|[-_])/;

/** dualgate uses no shell to expand it. */
const hasShellGlob = (words: readonly string[], folder: string): boolean =>
  words.some((word) => !word.startsWith('-') && /[*?[{]/.test(word) && !isQuotedInScript(folder, word));

const runOnce = (runner: RunnerName, words: readonly string[]): readonly string[] => {
  const watchWords = watchWordsOf(runner);
  return startTool(words.filter((word) => !(word.startsWith('-') && watchWords.includes(word))));
};
