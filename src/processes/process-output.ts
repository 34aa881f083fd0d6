/**
 * Carries an output stream of a program into a file as it comes: with back-pressure, so that any amount of output needs
 * bounded memory, and with a bounded end, so that nobody who keeps the pipe open can hold us.
 *
 * @module
 */
import { EventEmitter, once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { PRIVATE_FILE } from '../ledger/files/private.ts';
import { DualgateError } from '../../gates/errors.ts';

/** The two files of a program; `null` where none is wanted. */
interface OutputFiles {
  readonly stdout: WriteStream | null;
  readonly stderr: WriteStream | null;
}

/** One stream on its way. */
export interface Output {
  /** Resolves when the file can no longer be written, else never. */
  readonly failed: Promise<unknown>;
  /** Resolves when it brought more than it may, else never; nothing after that is kept or seen. */
  readonly flooded: Promise<'flooded'>;
  readonly isFlooded: () => boolean;
  /**
   * Waits until the stream has ended or brings nothing more, then closes the file.
   *
   * @throws {OutputError} when something could not be written.
   */
  readonly close: () => Promise<void>;
}

/**
 * Opens the files to append to.
 *
 * @throws {OutputError} when one cannot be opened.
 */
export const openOutputFiles = async (stdout: string | undefined, stderr: string | undefined): Promise<OutputFiles> => {
  const files = { stdout: openToAppend(stdout), stderr: openToAppend(stderr) };
  const wanted = [files.stdout, files.stderr].filter((file) => file !== null);
  const opened = await Promise.allSettled(wanted.map((file) => once(file, 'open')));
  const refused = opened.find((it) => it.status === 'rejected');
  if (refused === undefined) return files;
  for (const file of wanted) file.destroy();
  throw new OutputError(pathOf(wanted[opened.indexOf(refused)]), refused.reason);
};

const pathOf = (file: Writable | undefined): string =>
  file !== undefined && 'path' in file ? String(file.path) : 'its file';

const openToAppend = (path: string | undefined): WriteStream | null =>
  path === undefined ? null : createWriteStream(path, { flags: 'a', mode: PRIVATE_FILE });

/** Closes files that nothing flows into. */
export const closeOutputFiles = async ({ stdout, stderr }: OutputFiles): Promise<void> => {
  for (const file of [stdout, stderr]) if (file !== null) await finished(file.end());
};

/** Lets `source` flow into `file` and past `onChunk`, which sees each chunk as it arrives. */
export const followOutput = (
  source: Readable,
  file: Writable | null,
  { onChunk, maxBytes }: { readonly onChunk: ((chunk: Buffer) => void) | undefined; readonly maxBytes: number },
): Output => {
  let chunks = 0;
  let bytes = 0;
  const flood = new EventEmitter();
  source.on('data', (chunk: Buffer) => {
    chunks += 1;
    bytes += chunk.length;
    if (bytes <= maxBytes) return onChunk?.(chunk);
    // Whoever writes waits at a full pipe then, until it is ended.
    if (file !== null) source.unpipe(file);
    source.pause();
    flood.emit('flooded');
  });
  source.on('error', () => {});
  if (file !== null) source.pipe(file, { end: false });

  return {
    failed: new Promise((resolve) => file?.once('error', resolve)),
    flooded: once(flood, 'flooded').then(() => 'flooded' as const),
    isFlooded: () => bytes > maxBytes,
    close: async () => {
      await waitForQuiet(source, () => chunks);
      source.destroy();
      if (file === null) return;
      try {
        await finished(file.end());
      } catch (error) {
        throw new OutputError(pathOf(file), error);
      }
    },
  };
};

const TICK_MS = 25;
const QUIET_TICKS = 10;
const MOST_TICKS = 200;

/** Counts ticks, not time: a machine that is busy runs a late timer before it reads what has long arrived. */
const waitForQuiet = async (source: Readable, countChunks: () => number): Promise<void> => {
  const ended = finished(source).then(
    () => true,
    () => true,
  );
  let quiet = 0;
  for (let tick = 0, seen = countChunks(); tick < MOST_TICKS && quiet < QUIET_TICKS; tick += 1) {
    if (await Promise.race([ended, wait(TICK_MS, false)])) return;
    quiet = countChunks() === seen ? quiet + 1 : 0;
    seen = countChunks();
  }
};

/** The file that a program's output goes to cannot be written; the program was ended. */
class OutputError extends DualgateError {
  override readonly name = 'OutputError';
  readonly code = 'E_OUTPUT';
  readonly path: string;

  constructor(path: string, cause: unknown) {
    const says = cause instanceof Error ? cause.message : String(cause);
    super(
      `Cannot keep what the program printed in ${path}: ${says}. Make room on the disk, or mend the permissions; dualgate resume goes on with the run.`,
      { cause },
    );
    this.path = path;
  }
}
