/**
 * Copies an output stream of a program into a file as it comes: with back-pressure, so that any amount of output needs
 * bounded memory, and with a bounded end, so that a process that keeps the pipe open cannot block.
 */
import type { ChildProcess } from 'node:child_process';
import type { Writable, Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { EventEmitter, once } from 'node:events';
import { createWriteStream, lstatSync, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { PRIVATE_FILE } from '../files/folders.ts';
import { DualgateError } from '../../../gates/errors.ts';
import { cutMiddle, REMOVED_MARK } from '../files/cut-middle.ts';
import { showBytes } from '../text/amounts.ts';
import { describeCause } from '../text/describe-cause.ts';

/** The part of the one that speaks with it. */
export interface Conversing {
  /** @param send - writes a line to its stdin @param leave - all is said: its end counts as exit code 0 */
  readonly begin: (send: (line: string) => void, leave: () => void) => void;
  /** Before the program is ended early. Resolves when it has stopped its work, which may be never. */
  readonly cancel: () => Promise<void>;
}

/** For an end by itself once its stdin is closed; some wait for seconds before they end. */
const LEAVE_MS = 250;

/** Begins it. Resolves when all is said. */
export const startConversing = (stdin: Writable, conversing: Conversing): Promise<void> =>
  new Promise((resolve) => {
    // A program that has ended reads nothing more, and its end is seen elsewhere.
    stdin.on('error', () => {});
    conversing.begin((line) => {
      if (stdin.writable) stdin.write(`${line}\n`);
    }, resolve);
  });

/** Ends the program itself, not the processes that it started: those it has to end. */
export const leaveProgram = async (
  child: Pick<ChildProcess, 'kill' | 'stdin'>,
  exit: Promise<unknown>,
  graceMs: number,
): Promise<void> => {
  child.stdin?.end();
  const isOver = exit.then(() => true);
  const within = (ms: number) => Promise.race([isOver, wait(ms, false, { ref: false })]);
  if (await within(LEAVE_MS)) return;
  child.kill('SIGTERM');
  await within(graceMs);
};

/** The two files of a program; `null` for an unwanted one. */
interface OutputFiles {
  readonly stdout: WriteStream | null;
  readonly stderr: WriteStream | null;
}

export interface Output {
  /** Resolves when the file can no longer be written, else never. */
  readonly failed: Promise<unknown>;
  /** Resolves when it exceeds its limit, else never; nothing after that is kept or seen. */
  readonly flooded: Promise<'flooded'>;
  readonly isFlooded: () => boolean;
  /** Waits until the stream has ended or is quiet, then closes the file. @throws {OutputError} if a part could not be written */
  readonly close: () => Promise<void>;
}

/** Opens the files to append to. @throws {OutputError} when one cannot be opened. */
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

/** Closes files without a stream. */
export const closeOutputFiles = async ({ stdout, stderr }: OutputFiles): Promise<void> => {
  for (const file of [stdout, stderr]) if (file !== null) await finished(file.end());
};

/** Copies `source` into `file` and to `onChunk`, which receives each chunk as it arrives. */
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
    // Then the writer waits at a full pipe, until it is ended.
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
      if (bytes > maxBytes) keepEnds(pathOf(file), Math.min(KEPT_BYTES, Math.floor(maxBytes / 4)));
    },
  };
};

/** Kept of a flood, at each end of its file. */
const KEPT_BYTES = 1_048_576;

/** Other programs appended to the file before: a second flood leaves no second head. */
const keepEnds = (path: string, half: number): void => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return;
  cutMiddle(path, { half, mark: (bytes) => `\n${REMOVED_MARK} ${showBytes(bytes)} here: it printed too much.\n` });
};

const TICK_MS = 25;
const QUIET_TICKS = 10;
const MOST_TICKS = 200;

/** Counts ticks, not time: a busy machine runs a late timer before it reads data that arrived long before. */
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

/** A program's output cannot be stored in `path`; the program is ended. Fix: free disk space, then `dualgate resume`. */
class OutputError extends DualgateError {
  override readonly name = 'OutputError';
  readonly code = 'E_OUTPUT';
  readonly path: string;

  constructor(path: string, cause: unknown) {
    const says = describeCause(cause);
    super(
      `Cannot save the program's output in ${path}: ${says}. Free disk space, or fix the permissions; dualgate resume continues the run.`,
      { cause },
    );
    this.path = path;
  }
}
