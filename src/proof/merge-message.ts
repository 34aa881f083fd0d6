/**
 * The message of a merge commit of a task list, and its trailers: they bind it to the list, the task, the run and the record
 * that measured its files. Only this file writes and reads them.
 *
 * @module
 */
import { oneLine } from './commit-trailers.ts';

export interface MergeTrailers {
  readonly spec: string;
  readonly list: string;
  readonly run: string;
  /** The record of the list's ledger that measured the merged files. */
  readonly record: { readonly seq: number; readonly hash: string };
}

interface MergeToDescribe extends MergeTrailers {
  readonly branch: string;
  readonly into: string;
}

/** Trailers of their own: a commit with `Dualgate-` trailers belongs to a run, and this one does not. */
export const writeMergeMessage = ({ spec, list, run, branch, into, record }: MergeToDescribe): string =>
  [
    `MERGE: ${oneLine(spec)}`,
    '',
    `Merges ${oneLine(branch)} into ${oneLine(into)}. On these files the suite passed twice in a row, before ${oneLine(into)} moved.`,
    '',
    `Task: ${oneLine(spec)}`,
    `Task-List: ${list}`,
    `Task-Run: ${run}`,
    `Task-Record: ${record.seq} ${record.hash}`,
    '',
  ].join('\n');

/** `null` when it is not the message of such a merge. */
export const readMergeTrailers = (message: string): MergeTrailers | null => {
  const last = message.replaceAll('\r\n', '\n').trimEnd().split(/\n\n+/).at(-1) ?? '';
  const found =
    /^Task: (?<spec>\S.*)\nTask-List: (?<list>list-[A-Za-z0-9-]+)\nTask-Run: (?<run>[A-Za-z0-9][A-Za-z0-9._-]{0,127})\nTask-Record: (?<seq>0|[1-9]\d{0,14}) (?<hash>[0-9a-f]{64})$/.exec(
      last,
    )?.groups;
  if (found === undefined) return null;
  const { spec = '', list = '', run = '', seq = '', hash = '' } = found;
  return { spec, list, run, record: { seq: Number(seq), hash } };
};
