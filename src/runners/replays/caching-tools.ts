/** The table of tools that answer with a result of the past, which never counts as a run (rule 2.2). */
import { goEnvFile } from '../go/read-go.ts';

export interface CachingTool {
  /** For people. */
  readonly name: string;
  /** Variables that switch its caches off, and let ours reach what it starts. Set in every test run; those without a value are removed. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A variable of flags that one is added to, and the file that would set it otherwise: where that does, nothing is added. */
  readonly flag?: { readonly variable: string; readonly added: string; readonly file: () => string };
  /** Options that do the same where the test command starts this program; they come after `verb`, else at the end. */
  readonly options?: { readonly of: RegExp; readonly verb?: RegExp; readonly added: readonly string[] };
  readonly folders?: readonly string[];
  /** Files below such a folder by which it knows what need not run again; removed before a test run. */
  readonly forgets?: string;
  /** Finds it in the text of the test command and of the scripts that this reaches. */
  readonly startedBy?: RegExp;
  /** A line that says: this is a result of the past, or: nothing ran. */
  readonly replays: RegExp;
  /** A line that says: it ran all of its tasks now. Without one, a run that it started and that ends well is held. */
  readonly ran?: RegExp;
  /** The way out: the end of a sentence. */
  readonly wayOut: string;
}

/** A target of make, or a task, that stands for tests alone: others may be up to date. */
const OF_TESTS = String.raw`(?:[\w.-]+:)?(?:tests?|check|specs?)`;
/** As GNU make writes it, old and new. */
const QUOTED = `[\`'‘]${OF_TESTS}['’]`;

export const CACHING_TOOLS: readonly CachingTool[] = [
  {
    name: 'turbo',
    // TURBO_FORCE runs all, but fills the cache that worktrees share. In strict mode a task sees none of our variables.
    env: { TURBO_CACHE: 'local:,remote:', TURBO_FORCE: undefined, TURBO_ENV_MODE: 'loose' },
    folders: ['.turbo'],
    startedBy:
      /\bturbo(?:\s+-\S+)*\s+(?:run\b|(?!bin\b|prune\b|gen|daemon\b|log|link|unlink|ls\b|query|info|scan)[a-z])/,
    replays:
      /\bcache hit\b.*\b(?:replaying|suppressing) (?:logs|output)\b|^\s*Cached:\s+[1-9]\d* cached, \d+ total|>>> FULL TURBO/,
    ran: /^\s*Cached:\s+0 cached, [1-9]\d* total/,
    wayOut: 'use turbo 2.2 or newer, and remove the options of its cache from the test command',
  },
  {
    name: 'nx',
    // A daemon outlives the test run, and has the environment of an earlier one.
    env: { NX_SKIP_NX_CACHE: 'true', NX_SKIP_REMOTE_CACHE: 'true', NX_DAEMON: 'false' },
    folders: ['.nx'],
    startedBy: /\bnx(?:\s+-\S+)*\s+(?:run|run-many|affected|[\w:-]*test[\w:-]*)\b|\blerna(?:\s+-\S+)*\s+run\b/,
    replays:
      /\[(?:local cache|remote cache|existing outputs match the cache, left as is)\]|\bNx read the output from the cache instead of running the command\b/,
    ran: /\b(?:Successfully ran|Ran) targets? /,
    wayOut: 'remove --skip-nx-cache=false from the test command, and let the summary of nx through',
  },
  {
    name: 'wireit',
    env: { WIREIT_CACHE: 'none' },
    folders: ['.wireit'],
    forgets: 'fingerprint',
    startedBy: /(?:^|[\n;&|]\s*)(?:\w+=\S+\s+)*wireit\b/,
    replays:
      /\[[^\]]+\] (?:Already fresh|Restored from cache)\s*$|^\S+ Ran [\d,]+ scripts? and skipped [1-9]|^\s*(?:Skipped \(fresh\)|Restored from cache)\s+: [1-9]/,
    ran: /^\S+ Ran [1-9][\d,]* scripts? and skipped 0\b|\] Executed successfully\s*$/,
    wayOut: 'give the script no `files` in its wireit section, or start the tests without wireit',
  },
  {
    name: 'moon',
    env: { MOON_CACHE: 'off' },
    folders: ['.moon/cache'],
    startedBy: /\bmoon(?:\s+-\S+)*\s+(?:run|ci|check|exec|test|:\w|\w+:\w)/,
    replays: /^\S+ \S+:\S+ \(cached\b|^Tasks: \d+ completed \(\d+ cached\)/,
    ran: /^Tasks: [1-9]\d* completed\s*$|^Actions: [1-9]\d* completed\s*$/,
    wayOut: 'remove the options of its cache from the test command',
  },
  {
    name: 'lage',
    options: { of: /^lage$/, added: ['--no-cache'] },
    startedBy: /\blage(?:\s+run)?\s+(?!cache\b|init\b|info\b|config\b|graph\b)[a-z]/,
    replays: / » skip - [\da-f]{40}|^success: \d+, skipped: [1-9]/,
    ran: /^success: [1-9]\d*, skipped: 0,/,
    wayOut: 'add --no-cache to the command of lage',
  },
  {
    name: 'rush',
    env: { RUSH_BUILD_CACHE_ENABLED: '0' },
    folders: ['common/temp/build-cache'],
    replays: /^==\[ (?:FROM CACHE|SKIPPED): \d+ /,
    wayOut: 'use a command that is not incremental',
  },
  {
    name: 'vp',
    options: { of: /^vpr?$/, verb: /^run$/, added: ['--no-cache'] },
    replays: / ◉ cache hit, replaying\s*$|^vp run: .*\bcache hit/,
    wayOut: 'write `vp run --no-cache` into the test command',
  },
  {
    name: 'bazel',
    options: { of: /^(?:bazel|bazelisk)$/, verb: /^(?:test|coverage)$/, added: ['--nocache_test_results'] },
    replays: /\(cached\) (?:PASSED|FAILED)\b/,
    wayOut: 'write --nocache_test_results behind `bazel test`',
  },
  {
    name: 'gradle',
    options: { of: /^gradlew?$/, added: ['--no-build-cache'] },
    replays: /^(?:> Task )?:(?:\S*:)?(?:test|\w+Test) (?:UP-TO-DATE|FROM-CACHE)\s*$/,
    wayOut: 'add --rerun-tasks --no-build-cache to the command of gradle',
  },
  {
    name: 'maven',
    replays: /\bSkipping plugin execution \(cached\): (?:surefire|failsafe):/,
    wayOut: 'add -Dmaven.build.cache.enabled=false to the command of mvn',
  },
  {
    name: 'pants',
    env: { PANTS_TEST_FORCE: 'true' },
    replays: /^✓ \S+:\S+ succeeded in .*\((?:cached locally|cached remotely|memoized)\)/,
    wayOut: 'add --force to the command of pants',
  },
  {
    name: 'go',
    flag: { variable: 'GOFLAGS', added: '-count=1', file: goEnvFile },
    replays: /^(?:ok|✓|PASS)\s+\S+\s+\(cached\)|"Output":"ok\b[^"]*\(cached\)/,
    wayOut: 'add -count=1 to the command of go test',
  },
  {
    name: 'make',
    replays: new RegExp(
      String.raw`^make(?:\[\d+\])?: (?:${QUOTED} is up to date\.|Nothing to be done for ${QUOTED}\.)$`,
    ),
    wayOut: 'write `.PHONY: test` into the Makefile, and let the target of the tests depend on no file that is kept',
  },
  {
    name: 'task',
    replays: new RegExp(String.raw`^task: Task "${OF_TESTS}" is up to date$`),
    wayOut: 'remove `sources` and `status` from the task of the tests, or add --force to the command',
  },
];
