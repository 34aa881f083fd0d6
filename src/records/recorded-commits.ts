/** The commits of a run by its ledger. Only the few records that tell of commits are parsed. */
import { createLineCutter } from '../base/cut-lines.ts';
import { readChunks } from '../ledger/read-lines.ts';
import { FRAME_START, hashOfLine, parseLine } from '../ledger/ledger-record.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { asWorkRecord } from './records.ts';
import type { WorkCommit } from './run-branch.ts';

export interface RecordedCommits {
  readonly run: string;
  readonly branch: string;
  /** The commits that the branch must contain: an operator may have rolled others back. */
  readonly commits: readonly WorkCommit[];
  /** Place of a record that a commit names → its hash. */
  readonly hashes: ReadonlyMap<number, string>;
}

const TELLS: ReadonlySet<string> = new Set(['run.started', 'run.resumed', 'work.committed', 'operator.rolled_back']);

/** The longest start of a line that {@link FRAME_START} needs, in bytes. */
const START_BYTES = 160;

/** @returns `null` where the run makes no commits, or the ledger is unreadable */
export const readRecordedCommits = async (ledger: string): Promise<RecordedCommits | null> => {
  let start: Pick<RecordedCommits, 'run' | 'branch'> | null = null;
  const commits: WorkCommit[] = [];
  const see = (line: Buffer): void => {
    const record = asWorkRecord(parseLine(line.toString('utf8')));
    if (record.type === 'run.started' && record.data.branch !== undefined)
      start = { run: record.data.run, branch: record.data.branch.name };
    if (record.type === 'run.resumed' && record.data.moved !== undefined && start !== null)
      start = { ...start, branch: record.data.moved.name };
    if (record.type === 'work.committed') commits.push(record.data);
    if (record.type === 'operator.rolled_back') {
      const back = record.data.commit;
      commits.length = commits.findLastIndex(({ commit }) => commit === back) + 1;
    }
  };
  try {
    await walkLines(ledger, (line, [, , , type = '']) => {
      if (TELLS.has(type)) see(line);
    });
    if (start === null) return null;
    const named = new Set(commits.map(({ record }) => record));
    const hashes = new Map<number, string>();
    if (named.size > 0)
      await walkLines(ledger, (line, [, seq]) => {
        if (named.has(Number(seq))) hashes.set(Number(seq), hashOfLine(line.toString('latin1')));
      });
    return Object.assign(start, { commits, hashes });
  } catch (error) {
    // The check of the ledger reports its problems.
    if (error instanceof LedgerError && error.trouble !== 'format') return null;
    throw error;
  }
};

/** Lines that do not begin as a record are passed over: the check of the ledger names them. */
const walkLines = async (ledger: string, see: (line: Buffer, start: RegExpExecArray) => void): Promise<void> => {
  const cutter = createLineCutter((line) => {
    const start = FRAME_START.exec(line.toString('latin1', 0, START_BYTES));
    if (start !== null) see(line, start);
  });
  for await (const chunk of readChunks(ledger)) cutter.push(chunk);
};
