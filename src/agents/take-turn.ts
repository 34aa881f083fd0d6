/** One turn of an agent: the prompt on stdin, the transcript in files, and how it ended. The message is not interpreted here. */
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { isOfWorkers } from '../runners/test-environment.ts';
import type { Turn } from '../../gates/iteration.ts';
import { PRIVATE_FILE } from '../base/files/folders.ts';
import { runProcess } from '../base/processes/run-process.ts';
import type { MemoryLimit } from '../base/processes/watch-memory.ts';
import { shortenCommand } from '../base/processes/end-processes.ts';
import { nameStarted } from '../base/processes/with-file.ts';
import { boundExtract, boundError } from './bound-extract.ts';
import { withLostSession } from './programs/classify-end.ts';
import type { Conversation, Preset } from './programs/preset.ts';
import { createTurnListener, type Received, createStayClock, startIdleClock } from './turn-clocks.ts';
import type { ProcessEnd } from '../base/processes/process-options.ts';
import { plainLine } from '../base/text/plain-line.ts';
import type { AgentError } from '../signals/envelopes/extractor.ts';

/** Variables of an outer dualgate, whose nonce is not for this agent, and of our workflow's summary and outputs. */
const OF_OTHERS = /^(?:DUALGATE_.*|GITHUB_(?:ENV|OUTPUT|PATH|STATE|STEP_SUMMARY))$/;

/** @param own - the environment of dualgate @param added - by the config and the loop; passed in full */
export const makeAgentEnvironment = (
  own: Readonly<Record<string, string | undefined>>,
  added: Readonly<Record<string, string>>,
): Readonly<Record<string, string | undefined>> => ({
  ...Object.fromEntries(Object.entries(own).filter(([name]) => !OF_OTHERS.test(name) && !isOfWorkers(name))),
  ...added,
});

export interface TurnOptions {
  /** The agent's program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  /** The words before the command: those of a sandbox. @default [] */
  readonly launcher?: readonly string[];
  /** How its stdout and its end are read; `null` for a program whose stdout is its message. @default null */
  readonly preset?: Preset | null;
  /** For an agent that is answered while it works: its prompt is no input then. @default null */
  readonly conversation?: Conversation | null;
  /** Absolute: the agent's working directory. */
  readonly workspace: string;
  /** Never an argument, which is limited in length and seen by every user of the machine. */
  readonly prompt: string;
  /** Milliseconds until the agent and all its processes are ended. */
  readonly timeoutMs: number;
  /** Milliseconds without a sign of life until the same; `null` for no limit. @default null */
  readonly idleTimeoutMs?: number | null;
  /** Milliseconds in which a program may end that has told how its turn ended. @default 5000 */
  readonly stayMs?: number;
  /** @default by what is free */
  readonly memory?: MemoryLimit;
  /** Milliseconds after SIGINT, and again after SIGTERM. @default 2000 */
  readonly graceMs?: number;
  /** DUALGATE_RUN, _PHASE, _ITERATION, _NONCE and what the config adds. DUALGATE_RUN marks every process of the turn. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute paths of the files that the streams are appended to, never merged (rule 3.3); `said` gets the last message (rule 3.1). */
  readonly transcript: { readonly stdout: string; readonly stderr: string; readonly said: string };
  /** Called when the agent's own process has ended, before its other processes do; its message is complete then (rule 3.2). */
  readonly onEnd?: () => void;
  /** The text that is read for the exit signal (rule 3.1). Anyone could write to the transcript later. */
  readonly onMessage?: (said: Buffer | string) => void;
  readonly signal?: AbortSignal;
  readonly onOutput?: (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
}

/**
 * Takes one turn and classifies how it ended (rule 4.1). A cancelled turn is `crashed` without an exit code: the caller
 * knows that it cancelled. The reason for `missing` is in the transcript of stderr.
 * @throws the file system's own error when the transcript cannot be written
 */
export const takeTurn = async (options: TurnOptions): Promise<Turn> => {
  const { command, workspace, prompt, timeoutMs, graceMs, env, transcript, onOutput } = options;
  const { preset = null, idleTimeoutMs = null, launcher = [], conversation = null, onMessage } = options;
  const run = env['DUALGATE_RUN'];
  const idle = new AbortController();
  const clock = startIdleClock(idleTimeoutMs, () => idle.abort());
  const stay = createStayClock(options.stayMs);
  const listener = createTurnListener(conversation ?? preset?.createExtractor() ?? null, (activity) => {
    clock.receive(activity);
    stay.receive(activity);
  });
  try {
    const end = await runProcess({
      command: [...launcher, ...command],
      cwd: workspace,
      env: makeAgentEnvironment(process.env, env),
      ...(conversation === null ? { input: prompt } : { conversing: conversation }),
      stays: stay.over,
      stdout: transcript.stdout,
      stderr: transcript.stderr,
      onStdout: (chunk) => {
        listener.stdout(chunk);
        if (preset === null) onMessage?.(chunk);
        onOutput?.('stdout', chunk);
      },
      onStderr: (chunk) => {
        listener.stderr(chunk);
        onOutput?.('stderr', chunk);
      },
      timeoutMs,
      memory: options.memory ?? { bytes: null, key: 'agent.memory' },
      ...(graceMs === undefined ? {} : { graceMs }),
      ...(options.onEnd === undefined ? {} : { onEnd: options.onEnd }),
      marker: run === undefined ? null : { name: 'DUALGATE_RUN', value: run },
      signal: options.signal === undefined ? idle.signal : AbortSignal.any([options.signal, idle.signal]),
    });
    const notes = [...(conversation?.notes() ?? []), ...(end.problem === undefined ? [] : [end.problem])];
    if (notes.length > 0)
      await appendFile(transcript.stderr, notes.map((note) => `dualgate: ${note}\n`).join(''), { mode: PRIVATE_FILE });
    const received = listener.end();
    if (received.extracted !== null) {
      const said = received.extracted.said ?? '';
      onMessage?.(said);
      await writeAnew(transcript.said, said);
    }
    const left_running = withoutLauncher(end.left_running, launcher);
    const isIdle = idle.signal.aborted && options.signal?.aborted !== true;
    return {
      ...classifyTurn(end, received, { preset, isIdle }),
      ms: end.ms,
      ...(received.extracted === null ? {} : boundExtract(received.extracted)),
      ...(left_running.length === 0 ? {} : { left_running }),
    };
  } finally {
    clock.stop();
    stay.stop();
  }
};

/** The sandbox has one process of its own that outlives its command; a second one is a process that imitates it. */
const withoutLauncher = (left: readonly string[], launcher: readonly string[]): readonly string[] => {
  if (launcher.length === 0) return left;
  const line = shortenCommand(nameStarted(launcher).join(' ')).replace(/…$/, '');
  const own = left.findIndex((it) => it.slice(it.indexOf(' ') + 1).startsWith(line));
  return left.filter((_, at) => at !== own);
};

/** The agent knows this path and may have put a link there. */
const writeAnew = async (path: string, text: string): Promise<void> => {
  await rm(path, { recursive: true, force: true });
  await writeFile(path, text, { flag: 'wx', mode: PRIVATE_FILE });
};

type Ending = Pick<Turn, 'outcome' | 'exit_code' | 'which' | 'printed' | 'error'>;

/** How a turn ended (rule 4.1): never better than its exit code. @param isIdle - it was cancelled because the agent was silent */
const classifyTurn = (
  end: ProcessEnd,
  received: Received,
  { preset, isIdle }: { readonly preset: Preset | null; readonly isIdle: boolean },
): Ending => {
  const { ended, exit_code } = end;
  const reported = errorOf(received.extracted?.error ?? null);
  if (ended === 'missing') return { outcome: 'missing', exit_code };
  if (ended === 'timed_out') return { outcome: 'timed_out', exit_code, which: 'wall', ...reported };
  if (ended === 'cancelled' && isIdle) return { outcome: 'timed_out', exit_code, which: 'idle', ...reported };
  if (ended === 'cancelled') return { outcome: 'crashed', exit_code: null, ...reported };
  if (ended === 'flooded' || ended === 'out_of_memory') {
    const message = end.problem ?? ended;
    return { outcome: 'crashed', exit_code: null, error: boundError({ kind: 'other', message, resets_at: null }) };
  }
  if (preset === null || received.extracted === null) {
    if (exit_code !== 0) return { outcome: 'crashed', exit_code, ...errorOf(lastLineOf(received.stderrTail)) };
    return { outcome: received.saysSomething ? 'ok' : 'empty', exit_code };
  }
  const facts = { said: received.extracted, ended: end, stderrTail: received.stderrTail };
  const { outcome, error, isExplained = false } = preset.classify(withLostSession(facts, preset));
  // A process that failed has no exit signal (rule 3.2), whatever its events claim.
  const claimsWell = outcome === 'ok' || outcome === 'empty';
  const isCrash = outcome === 'crashed' || (claimsWell && exit_code !== 0 && !isExplained);
  const why = isCrash ? (error ?? lastLineOf(received.stderrTail)) : error;
  const printed = outcome === 'empty' && received.saysSomething ? ({ printed: true } as const) : {};
  return { ...(isCrash ? { outcome: 'crashed' } : { outcome, ...printed }), exit_code, ...errorOf(why) };
};

const isMessage = (line: string): boolean => /[\p{L}]{3}/u.test(plainLine(line)) && !/^\s*at |^Node\.js v\d/.test(line);

const lastLineOf = (stderr: string): AgentError | null => {
  const message = stderr.split(/[\r\n]+/).findLast(isMessage);
  return message === undefined ? null : { kind: 'other', message: plainLine(message), resets_at: null };
};

const errorOf = (error: AgentError | null): Pick<Turn, 'error'> => (error === null ? {} : { error: boundError(error) });
