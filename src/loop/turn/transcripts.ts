/** The transcripts of a run, bounded: a run of a whole night must not fill the disk. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RemovedTranscripts } from '../../records/removed-transcripts.ts';
import { showBytes } from '../../base/text/amounts.ts';
import { cutMiddle, REMOVED_MARK, replaceFile } from '../../base/files/cut-middle.ts';

/** All transcripts of a run, before a turn. One program may print a quarter of it on each stream. */
const MAX_TRANSCRIPT_BYTES = 1_073_741_824;

interface Transcript {
  readonly path: string;
  /** The turn; null for the output of tests and checks, which every test run appends to. */
  readonly turn: string | null;
  readonly bytes: number;
  readonly at: number;
}

/**
 * Cuts the middle out of long files, then removes turns, the second quarter of the limit first.
 * @param folder - absolute; nothing is done where it is missing or a link @returns null where nothing was removed
 */
export const boundTranscripts = (folder: string, most = MAX_TRANSCRIPT_BYTES): RemovedTranscripts | null => {
  const before = listTranscripts(folder);
  const all = sumOf(before);
  if (all <= most) return null;
  const outputs = before.filter(({ turn }) => turn === null).length;
  const share = { turn: most / 16, output: Math.min(most / 16, most / 4 / Math.max(1, outputs)) };
  const cut = before.map((each) => {
    const length = Math.floor(each.turn === null ? share.output : share.turn);
    return each.bytes <= length
      ? each
      : {
          ...each,
          bytes: cutMiddle(each.path, { half: Math.floor(length / 2), mark: (bytes) => markOf(bytes, most) }),
        };
  });
  const turns = new Set<string>();
  let rest = sumOf(cut);
  for (const [turn, files] of middleTurns(cut, most / 4)) {
    if (rest <= (most / 4) * 3) break;
    for (const each of files) {
      const removed = each.bytes - replaceFile(each.path, markOf(each.bytes, most));
      rest -= removed;
      turns.add(turn);
    }
  }
  return { turns: turns.size, bytes: all - rest };
};

/** Only regular files with the names that dualgate gives: an agent can put anything else there. */
const listTranscripts = (folder: string): readonly Transcript[] => {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, stem] = /^([\w.-]+)\.(?:stdout|stderr|said)$/.exec(name) ?? [];
      const there = lstatSync(join(folder, name), { throwIfNoEntry: false });
      if (stem === undefined || there?.isFile() !== true) return [];
      const turn = /-\d+-\d+(?:\.\d+)?$/.test(stem) ? stem : null;
      return [{ path: join(folder, name), turn, bytes: there.size, at: there.mtimeMs }];
    })
    .sort((one, other) => one.at - other.at);
};

/** All turns but the first ones, up to so many bytes, and the last one; oldest first. */
const middleTurns = (files: readonly Transcript[], most: number): readonly (readonly [string, Transcript[]])[] => {
  const turns = new Map<string, Transcript[]>();
  for (const each of files) if (each.turn !== null) turns.set(each.turn, [...(turns.get(each.turn) ?? []), each]);
  const inOrder = [...turns];
  let first = 0;
  for (let sum = 0; first < inOrder.length; first += 1) {
    sum += sumOf(inOrder[first]?.[1] ?? []);
    // No turn alone has as much: each of its three files was cut to a sixteenth of the limit.
    if (sum > most) break;
  }
  return inOrder
    .slice(first, -1)
    .map(([turn, own]) => [turn, own.filter(({ bytes }) => bytes > SMALL)] as const)
    .filter(([, own]) => own.length > 0);
};

/** A file that is hardly longer than its mark. */
const SMALL = 512;

const sumOf = (files: readonly Transcript[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

const markOf = (bytes: number, most: number): string =>
  `\n${REMOVED_MARK} ${showBytes(bytes)} here: the transcripts of this run exceeded ${showBytes(most)}.\n`;

/** Numbers may be taken, by a turn that was cut off or by an agent, which can write there: no part of this turn. */
export const nameTranscript = (folder: string, turn: string): string => {
  let name = turn;
  for (let n = 2; lstatSync(join(folder, `${name}.stdout`), { throwIfNoEntry: false }) !== undefined; n += 1)
    name = `${turn}.${n}`;
  return name;
};
