/**
 * Runs git without a shell and without anything of the surroundings that would bend its answer. The commands of this folder read
 * only: none takes a lock, refreshes an index or writes an object; those of `src/commits/` do. The repository and its config
 * belong to the agent: nothing in them may have git start a program, since it would run outside of the agent's sandbox.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { locateProgram, pathOutside } from '../../base/processes/locate-program.ts';
import { adviseSystem } from '../../base/text/describe-cause.ts';
import { showDuration } from '../../base/text/amounts.ts';
import { WorkspaceError, wordRefusal } from './workspace-error.ts';
import { isFolder } from '../../base/files/folders.ts';
import { startAgain } from '../../base/processes/watchdog.ts';

/** They would let an index or a hook say what is in the folder, in place of the folder; and hooks are programs. */
const ALWAYS = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.hooksPath=/dev/null',
  // `git log` would have gpg look at each commit.
  'log.showSignature=false',
].flatMap((setting) => ['-c', setting]);

export interface GitOptions {
  /** Variables that only this command gets. */
  readonly env?: Readonly<Record<string, string>>;
  /** For its stdin. @default nothing */
  readonly input?: string | Uint8Array;
  /** Ends git with all that it started when it prints nothing for so many milliseconds. @default it is waited for */
  readonly silenceMs?: number;
  /** Ends it. @default nothing does */
  readonly signal?: AbortSignal;
}

/** A remote that never answers must not keep a worker for ever; one that works on a large push says so, with `--progress`. */
export const REMOTE_SILENCE_MS = 120_000;

/**
 * Runs `git <args>` in a folder and answers its stdout: bytes, because a file name need not be UTF-8.
 * @throws {WorkspaceError} when git is missing, the folder is not there, or git refuses; with the command and git's words
 */
export const runGit = async (folder: string, args: readonly string[], options: GitOptions = {}): Promise<Uint8Array> =>
  (await runGitTo(folder, args, options)).stdout;

/** The same, as text without the line feed at its end. */
export const readGit = async (
  folder: string,
  args: readonly string[],
  { encoding = 'utf8', ...options }: GitOptions & { readonly encoding?: 'utf8' | 'latin1' } = {},
): Promise<string> =>
  Buffer.from(await runGit(folder, args, options))
    .toString(encoding)
    .replace(/\n$/, '');

/** The same, for a command whose exit code is part of its answer. @param options.answers - further exit codes that are answers; 0 always is */
export const runGitTo = async (
  folder: string,
  args: readonly string[],
  { answers = [], ...options }: GitOptions & { readonly answers?: readonly number[] } = {},
): Promise<{ readonly stdout: Uint8Array; readonly status: number }> => {
  const ask = () => startAgain(() => collect(folder, [...ALWAYS, ...args], options), options.signal);
  let answer = await ask();
  // The system ends one when memory is short. Its beginnings do no harm to the next.
  if (typeof answer.signal === 'string' && options.signal?.aborted !== true) answer = await ask();
  const { stdout, stderr, status, code, problem, signal = null } = answer;
  if (status !== null && [0, ...answers].includes(status)) return { stdout, status };
  const silent = signal === null ? `exit code ${status}, without a message` : `ended by ${signal}`;
  throw await explain(
    folder,
    args,
    code ?? (signal === null ? undefined : SIGNALLED),
    (code !== SILENT && withoutProgress(decode(stderr))) || problem || silent,
  );
};

interface Answer {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** `null` when it was killed, or could not be started. */
  readonly status: number | null;
  /** Name of the signal that ended it. */
  readonly signal?: string | null;
  /** Why it could not be started, as a code of the system and in words; or one of our own. */
  readonly code?: string | undefined;
  readonly problem?: string;
}

/** Codes of our own, beside those of the system. */
const [SIGNALLED, SILENT] = ['signal', 'silent'] as const;

/** Node's own `spawn`: an iteration asks git a dozen times, and a library around it costs half as much again as git itself. */
const collect = (
  folder: string,
  args: readonly string[],
  { env = {}, input, silenceMs, signal: ending }: GitOptions,
): Promise<Answer> =>
  new Promise((resolve) => {
    const child: ChildProcess = spawn('git', args, {
      cwd: folder,
      env: { ...withoutGitVariables(process.env), PATH: pathOutside(folder), ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      // A session of its own: Ctrl+C is for the loop, which lets the iteration finish (rule 4.8).
      detached: true,
      signal: ending,
    });
    const [stdout, stderr]: readonly [Buffer[], Buffer[]] = [[], []];
    const silence = silenceMs === undefined ? null : setTimeout(() => stop(silenceMs), silenceMs);
    const keepIn = (chunks: Buffer[]) => (chunk: Buffer) => {
      silence?.refresh();
      chunks.push(chunk);
    };
    child.stdout?.on('data', keepIn(stdout));
    child.stderr?.on('data', keepIn(stderr));
    const end = (how: Omit<Answer, 'stdout' | 'stderr'>): void => {
      clearTimeout(silence ?? undefined);
      resolve({ stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr), ...how });
    };
    const stop = (ms: number): void => {
      killSession(child.pid);
      // A process that left the session may keep the pipes open.
      child.stdout?.destroy();
      child.stderr?.destroy();
      end({ status: null, code: SILENT, problem: `no answer for ${showDuration(ms)}, so git was ended` });
    };
    child.once('error', (error: NodeJS.ErrnoException) =>
      end({ status: null, code: error.code, problem: error.message }),
    );
    child.once('close', (status, signal) => end({ status, signal }));
    // One that does not read to its end has said why by its status.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });

const killSession = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
};

/** Variables such as GIT_DIR or GIT_INDEX_FILE, which a git hook sets, would point git at another repository. */
const withoutGitVariables = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(environment).filter(([name]) => !name.toUpperCase().startsWith('GIT_'))),
  GIT_OPTIONAL_LOCKS: '0',
  // An object that is not there would be fetched, by whatever command the repository's config names.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
});

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).trim();

const PROGRESS =
  /^(?:remote: )?(?:(?:Enumerating|Counting|Compressing|Writing|Receiving|Unpacking|Resolving) (?:objects|deltas): |Delta compression |Total \d+ \(delta )/;

const withoutProgress = (said: string): string =>
  said
    .split('\n')
    .filter((line) => !PROGRESS.test(line))
    .join('\n');

/** Git's own advice: its hints, and all that follows the name of a lock. */
const splitHints = (said: string): readonly [words: string, hints: string] => {
  const lines = said.split('\n');
  const afterLock = lines.findIndex((line) => LOCK.test(line)) + 1;
  const isHint = (line: string, at: number): boolean => line.startsWith('hint:') || (afterLock > 0 && at >= afterLock);
  const join = (some: readonly string[]): string => some.join('\n').trim();
  return [join(lines.filter((line, at) => !isHint(line, at))), join(lines.filter(isHint))];
};

const LOCK = /(?<=Unable to create ')[^']+\.lock(?=': File exists)/;

const ADVICE: Readonly<Record<string, string>> = {
  [SIGNALLED]: 'Check git, and the memory of the machine',
  [SILENT]: 'Check the remote and the connection to it',
};

const explain = async (
  folder: string,
  args: readonly string[],
  code: string | undefined,
  said: string,
): Promise<WorkspaceError> => {
  // A folder that appeared after git could not be started in it was none.
  const isMissing = code === 'ENOENT' && (await locateProgram('git', folder, pathOutside(folder))) === null;
  if (!isFolder(folder) || (code === 'ENOENT' && !isMissing)) {
    return new WorkspaceError(
      `Cannot read the workspace ${folder}: it is not a folder. Start dualgate in the folder of the project.`,
      folder,
    );
  }
  if (isMissing) {
    return new WorkspaceError(
      `Cannot read the workspace ${folder}: the program git was not found. Install git, or add it to PATH.`,
      folder,
      { lacks: 'git' },
    );
  }
  if (said.includes('not a git repository')) {
    return new WorkspaceError(
      `Cannot read the workspace ${folder}: it is not in a git repository. Run \`git init\` there.`,
      folder,
      { lacks: 'repository' },
    );
  }
  const [lock] = LOCK.exec(said) ?? [];
  const advice =
    lock === undefined
      ? (code !== undefined && ADVICE[code]) || (adviseSystem(code) ?? 'Fix the repository')
      : `When no other git is running there, remove ${lock}`;
  const [words, hints] = splitHints(said);
  const refusal = { said: words, advice, hints, isKilled: code === SIGNALLED };
  return new WorkspaceError(
    `Cannot read the workspace ${folder}: \`git ${args.join(' ')}\` ${wordRefusal(refusal, 'start again')}`,
    folder,
    { refusal },
  );
};
