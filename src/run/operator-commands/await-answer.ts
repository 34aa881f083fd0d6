/**
 * The wait for a person: they are told, and asked elsewhere if the config says how, while operator commands are open.
 * It ends with an answer, or when its time is over.
 */
import {
  sendNotification,
  type ApprovalNotification,
  chooseNotifier,
  createApprovalNotification,
  runOutside,
} from '../../base/notification.ts';
import { carryOut } from './carry-out.ts';
import { DualgateError } from '../../../gates/errors.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { cut } from '../../evidence/findings/findings.ts';
import { listed } from '../../evidence/findings/mutation-sentences.ts';
import { lookAtSources, type RunContext } from '../../loop/run-context.ts';
import { type AwaitedApproval, describeApproval } from '../../records/fold/open-approval.ts';
import { createRedactData } from '../../base/redact-text.ts';
import { endMarked } from '../../base/processes/find-processes.ts';
import { findMoved } from '../../project/sources/fingerprint.ts';
import { approvalCodeOf, APPROVAL_MARK, readPrintedAnswer } from '../../loop/approval.ts';
import type { Config } from '../../project/config/config.ts';
import { showDuration } from '../../base/text/amounts.ts';
import { plainLine } from '../../base/text/plain-line.ts';

interface Waiting {
  /** Aborts when an operator answered, and when the run is interrupted. */
  readonly signal: AbortSignal;
  readonly waitOut: (signal: AbortSignal) => Promise<null>;
}

/**
 * When nobody answers in time, the work is halted for a person: the question stays open, and a resumed run asks again.
 * @throws an `AbortError` when `signal` aborts
 */
export const awaitAnswer = async (context: RunContext, until: string, { signal, waitOut }: Waiting): Promise<null> => {
  const { journal } = context;
  const awaited = openQuestion(context);
  if (awaited === null) return null;
  // A loop that was killed while it waited may have left them.
  await endMarked({ name: APPROVAL_MARK, value: context.run });
  const over = new AbortController();
  const ends = AbortSignal.any([signal, over.signal]);
  const question = describeQuestion(context, awaited, until);
  const telling = tell(context, question);
  const asking = ask(context, question, ends);
  const waiting = waitOut(ends);
  // The race sees its rejection, if nothing else ends it first.
  waiting.catch(() => {});
  try {
    await Promise.race([waiting, asking.then((isAnswered) => (isAnswered ? null : waiting))]);
    const { approval } = journal.state().openEnds;
    if (openQuestion(context) !== null && approval !== undefined) {
      // Without the code: the ledger is no place for it.
      const why = `There was no answer in time: ${describeApproval(approval).says}`;
      journal.write('chart.halted', { phase: awaited.phase, why, status: 'needs_human' });
    }
    return null;
  } finally {
    over.abort();
    await Promise.allSettled([asking, telling]);
  }
};

const openQuestion = ({ journal }: Pick<RunContext, 'journal'>): AwaitedApproval | null => {
  const { approval } = journal.state().openEnds;
  return approval === undefined || approval.answer !== undefined
    ? null
    : describeApproval(approval, approvalCodeOf(journal));
};

const describeQuestion = (
  { config, journal, folders, now }: RunContext,
  awaited: AwaitedApproval,
  until: string,
): ApprovalNotification => {
  const { run, branch } = journal.state();
  const { phase, iteration, tree, approve, reject } = awaited;
  return createApprovalNotification({
    at: now().toISOString(),
    run,
    why: createRedactData(config, process.env)(awaited.says),
    phase,
    iteration,
    tree,
    until,
    approve,
    reject,
    branch: branch?.name ?? null,
    workspace: config.folder,
    spec: config.work.spec,
    ledger: folders.ledger,
  });
};

/** Its log in the workspace is a source: a shell that appends a line is gone before anybody could see whose file it is. */
const tell = async ({ config, journal, emit }: RunContext, question: ApprovalNotification): Promise<void> => {
  const notifier = chooseNotifier(config.notify, question.status);
  if (notifier === null) return;
  const before = await lookAtSources(config, journal.state());
  const problem = await sendNotification(config.notify, question);
  if (problem !== null) emit({ type: 'notice', text: problem });
  const { paths, more } = cut(findMoved(before, await lookAtSources(config, journal.state())));
  if (paths.length === 0) return;
  emit({
    type: 'notice',
    text: `Sources changed while notify.${notifier.key} ran: ${listed(paths, more)}. Changed sources hold the exit. If it writes them, list them in tests.writes, or let it write outside the workspace.`,
  });
};

/** An answer is a line; a program that prints more is no adapter. */
const MAX_OUTPUT_BYTES = 65_536;

const SHOWN = 200;

type Elsewhere =
  | { readonly answer: NonNullable<ReturnType<typeof readPrintedAnswer>> }
  | { readonly problem: string }
  /** The wait was over first. */
  | null;

const askElsewhere = async (
  { command, timeout_ms: timeoutMs }: NonNullable<Config['approval']> & { readonly command: readonly string[] },
  question: ApprovalNotification,
  signal: AbortSignal,
): Promise<Elsewhere> => {
  const chunks: Buffer[] = [];
  const end = await runOutside({
    command,
    notification: question,
    timeoutMs,
    signal,
    marker: APPROVAL_MARK,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    onStdout: (chunk) => chunks.push(chunk),
  });
  if (signal.aborted) return null;
  const because = typeof end === 'string' ? end : describeEnd(end, timeoutMs);
  const stdout = Buffer.concat(chunks).toString('utf8');
  const answer = because === null ? readPrintedAnswer(stdout) : null;
  if (answer !== null) return { answer };
  const why =
    because ??
    (stdout.trim() === '' ? 'it printed nothing' : `it printed ${JSON.stringify(plainLine(stdout.trim(), SHOWN))}`);
  return {
    problem: `approval.command (${command[0] ?? ''}) gave no answer: ${why}. It has to print approve CODE, with the code that it was given, or reject: REASON. Use ${question.approve} or ${question.reject}.`,
  };
};

const describeEnd = (
  { ended, exit_code, signal, problem }: Exclude<Awaited<ReturnType<typeof runOutside>>, string>,
  timeoutMs: number,
): string | null => {
  if (ended === 'timed_out') return `the time limit of ${showDuration(timeoutMs)} ended it`;
  if (ended !== 'exited') return problem ?? ended;
  if (exit_code === 0) return null;
  return exit_code === null ? `${signal ?? 'a signal'} ended it` : `exit code ${exit_code}`;
};

const ask = async (context: RunContext, question: ApprovalNotification, signal: AbortSignal): Promise<boolean> => {
  const { config, journal, emit } = context;
  const { approval } = config;
  const open = journal.state().openEnds.approval;
  if (open === undefined || approval === undefined || approval.command === null) return false;
  const said = await askElsewhere({ ...approval, command: approval.command }, question, signal);
  if (said === null) return false;
  if ('problem' in said) {
    emit({ type: 'notice', text: said.problem });
    return false;
  }
  const { phase, iteration, attempt, tree } = open.asked.record;
  const at = { by: 'approval.command', phase, iteration, attempt, tree: tree.after };
  try {
    await carryOut(context, { ...said.answer, ...at });
    return true;
  } catch (error) {
    // A person was faster, or the work is over.
    if (!(error instanceof DualgateError) || error instanceof LedgerError) throw error;
    emit({ type: 'notice', text: error.message });
    return false;
  }
};
