/**
 * The transcript of an iteration's last turn, for the page.
 *
 * @module
 */
import type { PageTranscript, TranscriptFile } from '../../../page/page-transcript.ts';
import type { WorkRecord } from '../../../records/records.ts';
import { createRedactData } from '../../../redact/redact-data.ts';
import type { FoundRun } from '../find-runs.ts';
import { findTurnFiles } from './find-transcript.ts';
import { readNumberedLines } from './numbered-lines.ts';

/** @param records - of the iteration */
export const readTranscript = async (found: FoundRun, records: readonly WorkRecord[]): Promise<PageTranscript> => {
  const redact = createRedactData(found.config, process.env);
  const signal = signalOf(records);
  const files: TranscriptFile[] = [];
  for (const { name, path } of findTurnFiles(found, records)) {
    const marked = name === signal?.name ? signal.line : null;
    const read = await readNumberedLines(path, marked, redact);
    if (read !== null) files.push({ name, ...read, signal: marked !== null && marked <= read.lines ? marked : null });
  }
  return { files };
};

/** The first line of the block that decided; null where none did. */
const signalOf = (records: readonly WorkRecord[]): { readonly name: string; readonly line: number } | null => {
  const decided = records.find((record) => record.type === 'iteration.decided');
  const turn = records.findLast((record) => record.type === 'turn.ended');
  const line = decided?.data.record.signal.line ?? null;
  return line === null || turn === undefined ? null : { name: turn.data.transcript, line };
};
