/**
 * One turn of an agent that is a command: the prompt on stdin, the transcript in two files, and how it ended. What the
 * agent said is not read here.
 *
 * @module
 */
import { appendFile } from 'node:fs/promises';
import type { Turn, TurnOutcome } from '../../gates/iteration.ts';
import { type ProcessEnd, runProcess } from '../processes/run-process.ts';
import { makeAgentEnvironment } from './agent-environment.ts';

/** What a turn needs. */
export interface TurnOptions {
  /** The agent's program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  /** Absolute: the agent's working directory. */
  readonly workspace: string;
  /** Never an argument, which is limited in length and seen by every user of the machine. */
  readonly prompt: string;
  /** Milliseconds until the agent and all that it started are ended. */
  readonly timeoutMs: number;
  /** DUALGATE_RUN, _PHASE, _ITERATION, _NONCE and what the config adds. DUALGATE_RUN marks every process of the turn. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute paths of the files that the streams are appended to, never merged (RULES 3.3). */
  readonly transcript: { readonly stdout: string; readonly stderr: string };
  /** Ends the turn when it aborts. */
  readonly signal?: AbortSignal;
  /** Sees each chunk as it arrives; a chunk may end within a character. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
}

/**
 * Takes one turn and classifies how it ended (RULES 4.1). A turn that was cancelled is `crashed` without an exit code:
 * who cancelled it knows. Why a program is `missing` is said in the transcript of stderr.
 *
 * @throws the file system's own error when the transcript cannot be written
 */
export const takeTurn = async (options: TurnOptions): Promise<Turn> => {
  const { command, workspace, prompt, timeoutMs, env, transcript, signal, onOutput } = options;
  const run = env['DUALGATE_RUN'];
  let saysSomething = false;
  const end = await runProcess({
    command,
    cwd: workspace,
    env: makeAgentEnvironment(process.env, env),
    input: prompt,
    stdout: transcript.stdout,
    stderr: transcript.stderr,
    onStdout: (chunk) => {
      saysSomething ||= !isBlank(chunk);
      onOutput?.('stdout', chunk);
    },
    onStderr: (chunk) => onOutput?.('stderr', chunk),
    timeoutMs,
    marker: run === undefined ? null : { name: 'DUALGATE_RUN', value: run },
    ...(signal === undefined ? {} : { signal }),
  });
  if (end.problem !== undefined) await appendFile(transcript.stderr, `dualgate: ${end.problem}\n`);
  return {
    outcome: classify(end, saysSomething),
    exit_code: end.ended === 'cancelled' ? null : end.exit_code,
    ms: end.ms,
    ...(end.left_running.length === 0 ? {} : { left_running: end.left_running }),
  };
};

const classify = ({ ended, exit_code }: ProcessEnd, saysSomething: boolean): TurnOutcome => {
  if (ended === 'missing' || ended === 'timed_out') return ended;
  if (ended === 'cancelled' || exit_code !== 0) return 'crashed';
  return saysSomething ? 'ok' : 'empty';
};

/** Blanks and control characters alone say nothing. */
const isBlank = (chunk: Buffer): boolean => chunk.every((byte) => byte <= 0x20 || byte === 0x7f);
