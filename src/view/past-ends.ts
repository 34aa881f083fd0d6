/**
 * How the runs of a workspace ended, from their ledgers: the history of STATE.md. Bounded in ends and in bytes of each
 * ledger; it waits for nothing, whatever is in the folder.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { WITHOUT_FOLLOWING } from '../base/files/open-plain.ts';
import { type LedgerRecord, parseLine } from '../ledger/ledger-record.ts';
import type { Ending } from '../../machines/index.ts';
import { EXIT_CODES } from '../records/run-events.ts';
import { CRASHED_WHY, type StatusName, printStatusName } from './status-name.ts';
import { showDay } from '../base/text/amounts.ts';
import { plainLine } from '../base/text/plain-line.ts';
import { quote } from '../base/text/quote-text.ts';
import { listForced, type SaidCommand } from '../records/events/say-command.ts';
import { clauseLines, type HoldLine, restOfWork, sayCauseOfHold } from '../records/say-hold.ts';
import { listFolders } from './locate-run.ts';
import { isAfterFirst, stepsAfter } from './next-steps.ts';
import type { RunFacts } from './run-status.ts';
import { WAITED_FOR } from '../records/events/waited-for.ts';

/** One end of a run; a run that was resumed has several. */
export interface PastEnd {
  /** ISO 8601. */
  readonly at: string;
  readonly run: string;
  readonly status: StatusName;
  /** Null where no record has it. */
  readonly exit_code: number | null;
  readonly why: string;
}

/** The number of last bytes that are read of a longer ledger. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Only a loop writes these; operator commands can also follow the end of a run. */
const OF_THE_LOOP: ReadonlySet<string> = new Set([
  'run.started',
  'run.resumed',
  'turn.ended',
  'tests.ended',
  'session.completed',
  'iteration.decided',
]);
const TYPE = /^\{"seq":\d+,"at":"([^"]{1,40})","type":"([a-z_.]+)"/;

/** The last ends, newest first. @param going - the active run: it has no end yet */
export const readPastEnds = (
  runs: string,
  { most, going }: { readonly most: number; readonly going: string | null },
): readonly PastEnd[] => {
  const ends: PastEnd[] = [];
  // Ids begin with the time.
  for (const run of listFolders(runs).sort().toReversed()) {
    if (ends.length >= most) break;
    ends.push(...readEnds(join(runs, run, 'ledger.jsonl'), run, run === going));
  }
  return ends.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, most);
};

const readEnds = (path: string, run: string, isGoing: boolean): readonly PastEnd[] => {
  const ends: PastEnd[] = [];
  let isOpen = false;
  let last = '';
  const breakOff = () => {
    if (isOpen) ends.push({ at: last, run, status: 'crashed', exit_code: null, why: CRASHED_WHY });
  };
  for (const line of readLines(path)) {
    const [, at = '', type = ''] = TYPE.exec(line.toString('latin1', 0, 200)) ?? [];
    if (type === '') continue;
    if (type === 'run.resumed') breakOff();
    if (type === 'run.ended') ends.push(...readEnd(line.toString('utf8'), run));
    isOpen = type !== 'run.ended' && (isOpen || OF_THE_LOOP.has(type));
    last = at;
  }
  if (!isGoing) breakOff();
  return ends;
};

const readEnd = (line: string, run: string): readonly PastEnd[] => {
  const { at, data } = parseOrNull(line) ?? {};
  const { status, why, exit_code: code } = data ?? {};
  if (at === undefined || !hasEnded(status)) return [];
  const exit_code = typeof code === 'number' ? code : null;
  return [{ at, run, status, exit_code, why: typeof why === 'string' ? why : '' }];
};

/** Whether a value in a ledger is one of the statuses that a run ends with. */
const hasEnded = (word: unknown): word is Ending['status'] =>
  typeof word === 'string' && Object.hasOwn(EXIT_CODES, word);

const parseOrNull = (line: string): LedgerRecord | null => {
  try {
    return parseLine(line);
  } catch {
    return null;
  }
};

/** Complete lines; none from an unreadable file. */
function* readLines(path: string): Generator<Buffer, void> {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, WITHOUT_FOLLOWING);
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return;
    const from = Math.max(0, stat.size - MAX_BYTES);
    const bytes = Buffer.allocUnsafe(stat.size - from);
    const length = readSync(descriptor, bytes, 0, bytes.length, from);
    // A first line that was cut does not parse, and is skipped.
    for (let start = 0; start < length; ) {
      const end = bytes.indexOf(10, start);
      if (end < 0 || end >= length) return;
      yield bytes.subarray(start, end);
      start = end + 1;
    }
  } catch {
    return;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

// STATE.md (spec 004): the state of the work in a line that a program can find, the commands that a person can use, and how it
// ended so far. Pure; quoted text of others never begins a line.

export interface StateFacts
  extends Pick<
    RunFacts,
    'run' | 'spec' | 'phases' | 'phase' | 'iteration' | 'held' | 'waits' | 'approval' | 'forced_exits' | 'branch'
  > {
  readonly status: StatusName;
  readonly breaker: Pick<RunFacts['breaker'], 'exhausted'>;
  readonly began: boolean;
  /** The reason for the status; empty while it is active. */
  readonly why: string;
  /** ISO 8601: of the last record. */
  readonly at: string;
  readonly ends: readonly PastEnd[];
}

/** How many ends of runs the history lists. */
export const HISTORY_LENGTH = 30;

export const renderStatePage = (facts: StateFacts): string => {
  const { status, began, run, why, spec, phases, phase, iteration, held, waits, approval, breaker, branch } = facts;
  const { forced_exits, at, ends } = facts;
  const place = phase === null ? '' : ` (${phases.indexOf(phase) + 1} of ${phases.length})`;
  const steps = stepsAfter(status, {
    began,
    held,
    approval,
    isExhausted: breaker.exhausted,
    branch: branch?.name ?? null,
    exited: isAfterFirst(phase, phases),
  });
  const [first, ...others] = steps;
  const isAsked = approval !== undefined && approval.answer === undefined;
  const cause = isAsked || held === null ? '' : sayCauseOfHold(held);
  return [
    '# State of the work',
    '',
    `Status: ${printStatusName(status)}`,
    '',
    ...(cause === '' || held === null || phase === null
      ? []
      : [`- Held: ${quote(cause)}`, ...clauseLines(held).map(({ text }) => `- Condition: ${quote(text)}`)]),
    ...(approval === undefined ? [] : [`- Approval: ${quote(approval.says)} (since ${showDay(approval.since)})`]),
    ...(first === undefined ? [] : [`- Next: \`${first.command}\`: ${first.what}`]),
    ...(why === '' || why === cause ? [] : [`- Why: ${quote(why)}`]),
    `- Run: ${run}`,
    `- Work: ${quote(spec)}`,
    ...(phase === null
      ? []
      : [`- Phase: ${plainLine(phase)}${place}`, `- Iteration: ${iteration + (status === 'running' ? 1 : 0)}`]),
    ...(status !== 'running' || waits === null
      ? []
      : [`- Waits: until ${showDay(waits.until)}, ${WAITED_FOR[waits.for]}: ${quote(waits.why)}`]),
    `- As of: ${showDay(at)}`,
    ...titled(
      'Forced exits',
      listForced(forced_exits).map((each) => `- ${showDay(each.at)} ${writeWords(each.words)}`),
    ),
    ...titled('In the last iteration', held === null ? [] : restOfWork(held).map(listHeld)),
    ...titled(
      'Other commands',
      others.map(({ command, what }) => `- \`${command}\`: ${what}`),
    ),
    ...titled('History', listHistory(ends)),
    '',
    'Generated from the ledgers in `.dualgate/runs`; no decision uses this page. Details: `dualgate report`.',
    '',
  ].join('\n');
};

const writeWords = (words: SaidCommand['words']): string =>
  words.map((word) => (typeof word === 'string' ? word : quote(word.text))).join('');

/** The last ends of runs, a line each. */
export const listHistory = (ends: readonly PastEnd[]): readonly string[] => [
  ...ends
    .slice(0, HISTORY_LENGTH)
    .map(({ at, run, status, exit_code, why }) =>
      [
        `- ${showDay(at)} ${printStatusName(status)}`,
        exit_code === null ? '' : ` (exit code ${exit_code})`,
        `, run ${run}`,
        why === '' ? '' : `: ${quote(why)}`,
      ].join(''),
    ),
  ...(ends.length > HISTORY_LENGTH ? ['- Older ends are in the ledgers.'] : []),
];

const listHeld = ({ kind, text }: HoldLine): string => `${kind === 'output' ? '  ' : ''}- ${quote(text)}`;

export const titled = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
