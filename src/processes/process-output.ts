/**
 * Carries an output stream of a program into a file as it comes: with back-pressure, so that any amount of output needs
 * bounded memory, and with a bounded end, so that nobody who keeps the pipe open can hold us.
 *
 * @module
 */
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** The two files of a program; `null` where none is wanted. */
export interface OutputFiles {
  readonly stdout: WriteStream | null;
  readonly stderr: WriteStream | null;
}

/** One stream on its way. */
export interface Output {
  /** Resolves when the file can no longer be written, else never. */
  readonly failed: Promise<unknown>;
  /**
   * Waits until the stream has ended or brings nothing more, then closes the file.
   *
   * @throws the file system's own error when something could not be written.
   */
  readonly close: () => Promise<void>;
}

/**
 * Opens the files to append to.
 *
 * @throws the file system's own error when one cannot be opened.
 */
export const openOutputFiles = async (stdout: string | undefined, stderr: string | undefined): Promise<OutputFiles> => {
  const files = { stdout: openToAppend(stdout), stderr: openToAppend(stderr) };
  const wanted = [files.stdout, files.stderr].filter((file) => file !== null);
  const opened = await Promise.allSettled(wanted.map((file) => once(file, 'open')));
  const refused = opened.find((it) => it.status === 'rejected');
  if (refused === undefined) return files;
  for (const file of wanted) file.destroy();
  throw refused.reason;
};

const openToAppend = (path: string | undefined): WriteStream | null =>
  path === undefined ? null : createWriteStream(path, { flags: 'a' });

/** Closes files that nothing flows into. */
export const closeOutputFiles = async ({ stdout, stderr }: OutputFiles): Promise<void> => {
  for (const file of [stdout, stderr]) if (file !== null) await finished(file.end());
};

/** Lets `source` flow into `file` and past `onChunk`, which sees each chunk as it arrives. */
export const followOutput = (
  source: Readable,
  file: Writable | null,
  onChunk: ((chunk: Buffer) => void) | undefined,
): Output => {
  let chunks = 0;
  source.on('data', (chunk: Buffer) => {
    chunks += 1;
    onChunk?.(chunk);
  });
  source.on('error', () => {});
  if (file !== null) source.pipe(file, { end: false });

  return {
    failed: new Promise((resolve) => file?.once('error', resolve)),
    close: async () => {
      await waitForQuiet(source, () => chunks);
      source.destroy();
      if (file !== null) await finished(file.end());
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
