/**
 * One measurement at a time. Calls for the same phase that come before it began, or right after, share it; a later one
 * may be about other sources, and waits. It is ended when nobody wants its result any more.
 */
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { joinPlain } from '../render/paint.ts';

/** The process of the server, and the one call. */
export interface Surroundings extends Pick<CommandIo, 'env' | 'cwd'> {
  /** Aborts when the client takes the call back. */
  readonly signal: AbortSignal;
  /** Tells the client that the call is still active, in one sentence. @param step - greater than before */
  readonly report: (step: number, says: string) => void;
}

interface Property {
  readonly type: 'string' | 'boolean' | 'integer';
  readonly description: string;
  readonly enum?: readonly string[];
}

export type Arguments = Readonly<Record<string, string | boolean | number | undefined>>;

export interface ToolResult {
  /** For a model: short. */
  readonly text: string;
  /** The same facts as data; absent if there are none. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, Property>>;
  readonly required: readonly string[];
  /** Whether it can be used here. @default everywhere */
  readonly isUsable?: (env: CommandIo['env']) => boolean;
  readonly call: (given: Arguments, io: Surroundings) => Promise<ToolResult>;
}

/** Why the arguments are not those of the tool, as a sentence; `null` if they are. */
export const findBadArgument = (
  { properties, required }: Tool,
  given: Readonly<Record<string, unknown>>,
): string | null => {
  for (const [name, value] of Object.entries(given)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) return `Unknown argument ${name}: use ${Object.keys(properties).join(', ') || 'none'}.`;
    const { type, enum: words } = property;
    const isRight = type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
    if (!isRight) return `The argument ${name} must be of type ${type} (got ${JSON.stringify(value)}).`;
    if (words !== undefined && !words.includes(String(value)))
      return `The argument ${name} must be one of ${words.join(', ')} (got ${JSON.stringify(value)}).`;
  }
  const absent = required.find((name) => given[name] === undefined);
  return absent === undefined ? null : `The argument ${absent} is required.`;
};

/** Longest output of a command that is handed on, in bytes. */
const MAX_OUTPUT = 16_000_000;

type Caller = Pick<Surroundings, 'env' | 'cwd' | 'signal'>;

/** The text of a command. Its exit code 1 is an answer: the gate is not satisfied. */
export const ask = async (words: readonly string[], io: Caller): Promise<ToolResult> => {
  const { stdout, stderr, code } = await runDualgate(words, io);
  return { text: joinPlain([stdout, stderr].join('\n').trim().split('\n')), isError: code > EXIT.no };
};

interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** This very program, and what it started, until `signal` aborts. Node takes longer to load its module for processes than to answer. */
export const runDualgate = async (words: readonly string[], { env, cwd, signal }: Caller): Promise<Answer> => {
  const { execFile } = await import('node:child_process');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [process.argv[1] ?? '', ...words],
      { cwd, env: { ...env, NO_COLOR: '1' }, maxBuffer: MAX_OUTPUT, signal },
      (error, stdout, stderr) => {
        resolve({
          stdout,
          stderr,
          code: error === null ? 0 : typeof error.code === 'number' ? error.code : EXIT.broken,
        });
      },
    );
  });
};

interface Check {
  /** Milliseconds of the process; `null`: it waits for another one. */
  began: number | null;
  readonly result: Promise<ToolResult>;
  readonly stop: AbortController;
  callers: number;
}

/** By the words of the command. */
const active = new Map<string, Check>();
let last: Promise<unknown> = Promise.resolve();

const REPORT_MS = 2_000;
/** Calls of one message of the model come at once. */
const SHARE_MS = 1_000;

/** @param words - of `dualgate check` */
export const measureShared = async (
  words: readonly string[],
  { signal, report, ...io }: Surroundings,
): Promise<ToolResult> => {
  const began = performance.now();
  const found = active.get(words.join(' '));
  const isFresh = found !== undefined && (found.began === null || began - found.began < SHARE_MS);
  const check = isFresh ? found : start(words, io);
  check.callers += 1;
  const seconds = (): number => Math.round((performance.now() - began) / 1_000);
  const reports = setInterval(() => report(seconds(), `dualgate measures, for ${seconds()} s`), REPORT_MS);
  const leave = (): void => {
    check.callers -= 1;
    if (check.callers === 0) check.stop.abort();
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await check.result;
  } finally {
    clearInterval(reports);
    signal.removeEventListener('abort', leave);
  }
};

const start = (words: readonly string[], io: Pick<Surroundings, 'env' | 'cwd'>): Check => {
  const key = words.join(' ');
  const stop = new AbortController();
  const result = last
    .then(() => {
      check.began = performance.now();
      return ask(['check', ...words], { ...io, signal: stop.signal });
    })
    .finally(() => {
      if (active.get(key) === check) active.delete(key);
    });
  const check: Check = { began: null, result, stop, callers: 0 };
  // A later call does not get the result of one that is being ended.
  stop.signal.addEventListener('abort', () => active.delete(key), { once: true });
  active.set(key, check);
  last = result;
  return check;
};
