/**
 * The last message of an agent from the transcript of its program, whose lines may come later than the hook.
 *
 * @module
 */
import { closeSync, fstatSync, readSync } from 'node:fs';
import type { Transcript } from '../../hosts/host.ts';
import { openPlain } from '../../files/open-plain.ts';

/** Bytes: a transcript may be long, and only its end is of the turn. */
const MAX_END = 4_194_304;
/** Milliseconds. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 50;

/** @returns '' when the transcript does not get the message in time, so that nothing is claimed */
export const readTranscript = async ({ path, find }: Transcript): Promise<string> => {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const message = find(readEnd(path).split('\n'));
    if (message !== null || performance.now() > end) return message ?? '';
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
};

const readEnd = (path: string): string => {
  try {
    const file = openPlain(path);
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, MAX_END));
      const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString('utf8', 0, read);
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
};
