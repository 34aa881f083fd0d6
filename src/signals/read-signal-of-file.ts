/**
 * Reads the agent's word from a transcript on disk, without holding the transcript in memory.
 *
 * @module
 */
import { createReadStream } from 'node:fs';
import { DualgateError } from '../../gates/errors.ts';
import type { Signal } from '../../gates/iteration.ts';
import { createSignalReader } from './signal-reader.ts';
import type { SignalBinding } from './signal-binding.ts';

/** A transcript that cannot be read. It is not taken for a silent agent. */
export class TranscriptError extends DualgateError {
  override readonly name = 'TranscriptError';
  readonly code = 'E_TRANSCRIPT';
  readonly path: string;

  constructor(path: string, cause: unknown) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot read the agent's output ${path}: ${problem}. Give a file that can be read.`, { cause });
    this.path = path;
  }
}

/**
 * The signal of a UTF-8 file.
 *
 * @throws {TranscriptError} when the file cannot be read to its end.
 */
export const readSignalOfFile = async (path: string, binding: SignalBinding): Promise<Signal> => {
  const reader = createSignalReader(binding);
  try {
    // With an encoding the stream keeps a character that a chunk cuts in two until it is whole.
    for await (const chunk of createReadStream(path, { encoding: 'utf8' })) reader.write(String(chunk));
  } catch (error) {
    throw new TranscriptError(path, error);
  }
  return reader.end();
};
