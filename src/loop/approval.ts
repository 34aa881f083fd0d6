/**
 * The question to a person, in a phase with `confirm: true`: asked when both gates agree, and decided from the ledger
 * alone, so that a run that was killed while it waits asks again, or finds the answer that was given meanwhile.
 */
import { finding } from '../evidence/findings/findings.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import type { Course, Wait } from '../../machines/index.ts';
import { type ApprovalAsked, describeApproval, type OpenApproval } from '../records/fold/open-approval.ts';
import type { Fingerprint } from '../project/sources/fingerprint.ts';
import type { Measured } from './iteration.ts';
import { lookAtSources, type RunContext } from './run-context.ts';
import { randomBytes } from 'node:crypto';
import { hashBytes } from '../ledger/ledger-record.ts';
import type { Journal } from '../records/journal.ts';

// Asks a person elsewhere: the command of `approval.command` runs outside of the agent's reach, gets the question, and
// prints the answer. It is ended when the wait is over. Anything but an answer decides nothing: the run waits on.

/** No letter looks like a digit. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** 80 bits: too many to guess from its hash. */
const LENGTH = 16;

/** One for each wait of this process: a resumed run makes another one. */
const CODES = new WeakMap<object, string>();

/**
 * The one-time code of an approval: made for each wait, shown where only the operator looks (the terminal of the run,
 * its page, the message), and kept nowhere. The ledger has its hash alone, so that an agent that reads everything
 * cannot approve.
 */
const makeApprovalCode = (journal: Pick<Journal, 'write'>): string => {
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  const code = letters.replaceAll(/.{4}(?=.)/g, '$&-');
  CODES.set(journal, code);
  return code;
};

/** The code of the wait; `undefined` in another process. */
export const approvalCodeOf = (journal: object): string | undefined => CODES.get(journal);

/** Small letters, blanks and dashes make no difference. */
export const hashApprovalCode = (code: string): string => hashBytes(code.toUpperCase().replaceAll(/[^A-Z\d]/g, ''));

type PrintedAnswer =
  | { readonly command: 'approve'; readonly code: string }
  | { readonly command: 'reject'; readonly reason: string };

/** The longest reason, in characters: that of an operator command. */
const MAX_REASON = 1_000;

/** One line, and nothing else on stdout. `null`: it is no answer, and decides nothing (rule 1.7). */
export const readPrintedAnswer = (stdout: string): PrintedAnswer | null => {
  const line = stdout.trim();
  const code = /^approve[ \t]+([\w-]{1,100})$/.exec(line)?.[1];
  if (code !== undefined) return { command: 'approve', code };
  const reason = /^reject:[ \t]*(\S[^\r\n]*)$/.exec(line)?.[1]?.trim();
  return reason === undefined ? null : { command: 'reject', reason: reason.slice(0, MAX_REASON) };
};

export const APPROVAL_MARK = 'DUALGATE_APPROVAL';

/** For an answer, if the config sets no other. A night and a day: a run that waits for ever is a run that was forgotten. */
const DEFAULT_APPROVAL_MS = 24 * 3_600_000;

export const keptOf = ({
  record,
  exit,
  gone,
  reopened,
  declared,
  write_detection,
  mutation_check,
}: Omit<Measured, 'last'>): Omit<ApprovalAsked, 'suite_runs'> => ({
  record,
  ...(exit === null ? {} : { exit }),
  ...(gone.length === 0 ? {} : { gone }),
  ...(reopened === undefined ? {} : { reopened }),
  ...(declared === undefined ? {} : { declared }),
  ...(write_detection === null ? {} : { write_detection }),
  ...(mutation_check === undefined ? {} : { mutation_check }),
});

export const askApproval = (context: RunContext, measured: Omit<Measured, 'last'>): Course<Wait> => {
  context.journal.write('approval.asked', { ...keptOf(measured), ...context.suiteRuns?.take() });
  return { go: waitForAnswer(context) };
};

export const waitForAnswer = ({ config, journal, emit, now }: RunContext): Wait => {
  const open = journal.state().openEnds.approval;
  const until = new Date(now().getTime() + (config.approval?.timeout_ms ?? DEFAULT_APPROVAL_MS)).toISOString();
  if (open !== undefined) {
    const code = makeApprovalCode(journal);
    const awaited = describeApproval(open, code);
    const { phase, iteration, attempt } = awaited;
    if (open.answer === undefined)
      journal.write('approval.coded', { phase, iteration, attempt, code_hash: hashApprovalCode(code) });
    emit({ type: 'waiting', phase, iteration, attempt, for: 'approval', until, why: awaited.says });
  }
  return { for: 'approval', until };
};

/**
 * The measurement with the answer, for the decision. `null` while nobody has answered, and the sources are as measured.
 * Sources that moved since were not measured: the iteration is held, and the next one measures them (rule 2.4).
 */
export const answeredMeasurement = async (context: RunContext, open: OpenApproval): Promise<Measured | null> => {
  const { config, journal, now } = context;
  const { asked, answer } = open;
  const last = await lookAtSources(config, journal.state());
  const isMoved = last.tree !== asked.record.tree.after && answer?.approved !== false;
  if (answer === undefined && !isMoved) return null;
  const record: IterationRecord = {
    ...asked.record,
    ended_at: now().toISOString(),
    ...(answer === undefined ? {} : { approval: answer }),
  };
  const { suite_runs: _counted, exit = null, gone = [], write_detection = null, ...kept } = asked;
  return {
    ...kept,
    record: Object.freeze(isMoved ? moved(record, last) : record),
    exit,
    last,
    gone,
    write_detection,
  };
};

const moved = (record: IterationRecord, last: Fingerprint): IterationRecord => ({
  ...record,
  tree: { ...record.tree, after: last.tree, head: last.head },
  metrics: Object.freeze({ ...record.metrics, tree_stable: false }),
  findings: [...record.findings, finding('sources.moved_since')],
});
