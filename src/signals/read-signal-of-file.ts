/**
 * Reads the exit signal from a transcript on disk, without holding the transcript in memory.
 *
 * @module
 */
import { createReadStream } from 'node:fs';
import { DualgateError } from '../../gates/errors.ts';
import type { Signal } from '../../gates/iteration.ts';
import { createSignalReader, type SignalForm } from './signal-reader.ts';
import type { SignalBinding } from '../blocks/signal-binding.ts';
import { describeCause } from '../text/describe-cause.ts';

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

/**
 * The signal of a UTF-8 file.
 *
 * @throws {TranscriptError} when the file cannot be read to its end.
 */
export const readSignalOfFile = async (
  path: string,
  binding: SignalBinding,
  form: SignalForm = {},
): Promise<Signal> => {
  const reader = createSignalReader(binding, form);
  try {
    const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    for await (const chunk of chunks) reader.write(chunk);
  } catch (error) {
    throw new TranscriptError(path, error);
  }
  return reader.end();
};
