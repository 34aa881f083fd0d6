/**
 * Verifies a ledger of any length in constant memory: every record is hashed again, every link compared, and a second
 * pass names the problems. It reads only the file and the anchor, so that everyone can run it.
 */
import { checkValue, KINDS } from '../base/check-options.ts';
import {
  type ChainReport,
  createChainCheck,
  type LedgerHead,
  createProblem,
  type LedgerProblem,
} from './check-chain.ts';
import { createLineCutter, createSpanCutter } from '../base/cut-lines.ts';
import { readChunks } from './read-lines.ts';
import { createSoundChain } from './sound-chain.ts';

export interface Verification {
  /** Whether the complete ledger is sound: at least one record, and no problem. */
  readonly ok: boolean;
  /** Sound records. */
  readonly records: number;
  /** The last sound record. */
  readonly head: LedgerHead | null;
  /** By line; the first 100. */
  readonly problems: readonly LedgerProblem[];
  /** The last line when it has no newline, else `null`. */
  readonly torn: string | null;
}

/**
 * Verifies a ledger, against its anchor when there is one.
 * @throws {OptionError} when the path is no text or the anchor is none
 * @throws {LedgerError} `unreadable` when the file cannot be read.
 */
export const verifyLedger = async (path: string, anchor: LedgerHead | null = null): Promise<Verification> => {
  checkValue('verifyLedger', 'path', path, KINDS.text);
  checkValue('verifyLedger', 'anchor', anchor, KINDS.anchor);
  return (await verifySound(path, anchor)) ?? lookCloser(path, anchor);
};

/** One pass in constant memory; `null` when anything is not as expected. */
const verifySound = async (path: string, anchor: LedgerHead | null): Promise<Verification | null> => {
  const chain = createSoundChain({ anchored: anchor?.seq ?? null });
  const cutter = createSpanCutter((bytes, start, end) => void chain.see(bytes, start, end));
  for await (const chunk of readChunks(path)) {
    cutter.push(chunk);
    if (!chain.holds(null)) return null;
  }
  const rest = cutter.rest();
  if (!chain.holds(anchor) || rest.length > 0) return null;
  return conclude({ records: chain.records(), head: chain.head(), problems: [] }, rest, chain.records() + 1);
};

/** The problems and their positions: it takes longer, and keeps a hash for each record. */
const lookCloser = async (path: string, anchor: LedgerHead | null): Promise<Verification> => {
  const check = createChainCheck();
  let lines = 0;
  const cutter = createLineCutter((line) => {
    lines += 1;
    check.see(line);
  });
  for await (const chunk of readChunks(path)) cutter.push(chunk);
  const verification = conclude(check.report(anchor), cutter.rest(), lines + 1);
  return verification.ok ? verification : { ...verification, problems: await locate(path, verification.problems) };
};

const locate = async (path: string, problems: readonly LedgerProblem[]): Promise<readonly LedgerProblem[]> => {
  const lines = problems.flatMap(({ line }) => (line === null ? [] : [line]));
  const places = await locateLines(path, lines);
  return problems.map((problem) => ({ ...problem, offset: places.get(problem.line ?? 0) ?? null }));
};

/** For an incomplete line beside other problems: those are the reason why resume refuses. */
const NOT_ALL = 'A crash causes this, but not the other problems: dualgate resume does not continue from it.';

const conclude = (report: ChainReport, rest: Buffer, lastLine: number): Verification => {
  const problems = [...report.problems];
  if (rest.length > 0) {
    const what = rest.every((byte) => byte === 0)
      ? `line ${lastLine} is ${rest.length} bytes of zeros: a file system leaves them when the power fails`
      : `line ${lastLine} has no newline: its record is incomplete`;
    const torn = createProblem('torn', { seq: null, line: lastLine }, what);
    problems.push(problems.length === 0 ? torn : { ...torn, advice: NOT_ALL });
  } else if (lastLine === 1) {
    problems.push(createProblem('empty', { seq: null, line: null }, 'the ledger contains no record'));
  }
  return { ...report, problems, ok: problems.length === 0, torn: rest.length > 0 ? rest.toString('utf8') : null };
};

/**
 * @param lines - numbers of lines, from 1
 * @returns each of them that the file has, with the position of its first byte, from 0
 * @throws {LedgerError} `unreadable` when the file cannot be read.
 */
const locateLines = async (path: string, lines: Iterable<number>): Promise<ReadonlyMap<number, number>> => {
  const wanted = new Set(lines);
  const found = new Map<number, number>();
  if (wanted.has(1)) found.set(1, 0);
  let line = 1;
  let before = 0;
  const last = Math.max(0, ...wanted);
  for await (const chunk of readChunks(path)) {
    for (let feed = chunk.indexOf(10); feed !== -1; feed = chunk.indexOf(10, feed + 1)) {
      line += 1;
      if (wanted.has(line)) found.set(line, before + feed + 1);
      if (line >= last) return found;
    }
    before += chunk.length;
  }
  return found;
};
