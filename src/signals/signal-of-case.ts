/** Gate 2 of a conformance case: what a transcript says under a dialect, as an agent's process would have printed it. */
import { createReadStream } from 'node:fs';
import { DualgateError } from '../../gates/errors.ts';
import type { Signal } from '../../gates/iteration.ts';
import { createSignalReader, type SignalForm } from './signal-reader.ts';
import type { SignalBinding } from './blocks/block-fields.ts';
import { describeCause } from '../base/text/describe-cause.ts';
import { DIALECT_NAMES, type DialectName, NATIVE, WORK_PHASES } from './systems/dialects.ts';
import { silenceSignal } from './merge-channels.ts';

/** The file with the agent's output cannot be read. Fix: give a readable file. */
export class TranscriptError extends DualgateError {
  override readonly name = 'TranscriptError';
  readonly code = 'E_TRANSCRIPT';
  readonly path: string;

  constructor(path: string, cause: unknown) {
    const problem = describeCause(cause);
    super(`Cannot read the agent's output ${path}: ${problem}. Name a readable file.`, { cause });
    this.path = path;
  }
}

const CHUNK_BYTES = 256 * 1024;

/** The signal of a UTF-8 file. @throws {TranscriptError} when the file cannot be read to its end. */
export const readSignalOfFile = async (
  path: string,
  binding: SignalBinding,
  form: SignalForm = {},
): Promise<Signal> => {
  const reader = createSignalReader(binding, form);
  await readChunks(path, createReadStream(path, { highWaterMark: CHUNK_BYTES }), reader.write);
  return reader.end();
};

/** @throws {TranscriptError} when the file cannot be read to its end */
export const readChunks = async (
  path: string,
  chunks: AsyncIterable<Buffer>,
  take: (chunk: Buffer) => void,
): Promise<void> => {
  try {
    for await (const chunk of chunks) take(chunk);
  } catch (error) {
    throw new TranscriptError(path, error);
  }
};

export const CASE_DIALECTS = [...DIALECT_NAMES, 'claude-json', 'none'] as const;
type CaseDialect = (typeof CASE_DIALECTS)[number];

export interface SignalCase {
  readonly phase: string;
  readonly dialect: CaseDialect;
  readonly transcript: string;
  readonly context?: {
    readonly iteration?: number;
    readonly nonce?: string;
    readonly agent_exit_code?: number;
    readonly timed_out?: boolean;
    readonly repeat_before?: { readonly line: string; readonly count: number };
    readonly config?: { readonly phase_map?: Readonly<Record<string, string>> };
  };
  readonly tests?: SignalBinding['tests'];
  readonly existingTests?: number | undefined;
}

const LINES_AT_ONCE = 1_000;

/** The signal, and why it reads as it does (rules 3.1 to 3.11). The flag of a dialect counts as on. */
export const signalOfCase = ({
  phase,
  dialect,
  transcript,
  context = {},
  tests,
  existingTests,
}: SignalCase): Signal => {
  const form = formOf(dialect);
  if (context.timed_out === true) return silenceSignal('timed_out', form.dialect);
  if ((context.agent_exit_code ?? 0) !== 0) return silenceSignal('crashed', form.dialect);
  const { iteration = 1, nonce = null, repeat_before: before, config } = context;
  const mapped = config?.phase_map?.[phase];
  const reader = createSignalReader(
    {
      phase,
      iteration,
      nonce,
      tests: tests ?? (phase === 'RED' ? 'must_fail' : 'must_pass'),
      existingTests,
      workPhase: WORK_PHASES.find((each) => each === mapped),
    },
    form,
  );
  for (let left = before?.count ?? 0; left > 0; left -= LINES_AT_ONCE) {
    reader.write(`${before?.line}\n`.repeat(Math.min(left, LINES_AT_ONCE)));
  }
  reader.write(transcript);
  return reader.end();
};

/** `claude-json` is an envelope, with the RALPH block inside; `none` is read as the native dialect. */
const formOf = (dialect: CaseDialect): SignalForm & { readonly dialect: DialectName } => {
  if (dialect === 'claude-json') return { dialect: 'ralph', envelope: 'claude-json' };
  return { dialect: dialect === 'none' ? NATIVE : dialect };
};
