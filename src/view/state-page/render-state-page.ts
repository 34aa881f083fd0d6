/**
 * STATE.md (spec 004): the state of the work in a line that a program can find, the commands that a person can use,
 * and how it ended so far. Pure; quoted text of others never begins a line.
 *
 * @module
 */
import { showDay } from '../../text/amounts.ts';
import { plainLine } from '../../text/plain-line.ts';
import { quote } from '../../text/quote-markdown.ts';
import { listForced, type SaidCommand } from '../../records/events/say-command.ts';
import { clauseLines, type HoldLine, restOfWork, sayCauseOfHold } from '../../records/say-hold.ts';
import { stepsAfter } from '../next-steps.ts';
import { printStatusName, type StatusName } from '../status-name.ts';
import type { RunFacts } from '../run-status.ts';
import { WAITED_FOR } from '../../records/events/waited-for.ts';
import type { PastEnd } from './past-ends.ts';

export interface StateFacts
  extends Pick<
    RunFacts,
    'run' | 'spec' | 'phases' | 'phase' | 'iteration' | 'held' | 'waits' | 'approval' | 'forced_exits' | 'branch'
  > {
  readonly status: StatusName;
  readonly breaker: Pick<RunFacts['breaker'], 'exhausted'>;
  /** Whether the run has a ledger. */
  readonly began: boolean;
  /** The reason for the status; empty while it is active. */
  readonly why: string;
  /** ISO 8601: of the last record. */
  readonly at: string;
  /** Newest first. */
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

const titled = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
