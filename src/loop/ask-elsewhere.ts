/**
 * Asks a person elsewhere: the command of `approval.command` runs outside of the agent's reach, gets the question, and
 * prints the answer. It is ended when the wait is over. Anything but an answer decides nothing: the run waits on.
 */
import { randomBytes } from 'node:crypto';
import { hashBytes } from '../ledger/ledger-record.ts';
import type { Journal } from '../records/journal.ts';
import type { Config } from '../project/config/config.ts';
import { type ApprovalNotification, runOutside } from '../base/notification.ts';
import { showDuration } from '../base/text/amounts.ts';
import { plainLine } from '../base/text/plain-line.ts';

/** No letter looks like a digit. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** 80 bits: too many to guess from its hash. */
const LENGTH = 16;

/** One for each wait of this process: a resumed run makes another one. */
const CODES = new WeakMap<object, string>();

/**
 * The one-time code of an approval: made for each wait, shown where only the operator looks (the terminal of the run, its page,
 * the message), and kept nowhere. The ledger has its hash alone, so that an agent that reads everything cannot approve.
 */
export const makeApprovalCode = (journal: Pick<Journal, 'write'>): string => {
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  const code = letters.replaceAll(/.{4}(?=.)/g, '$&-');
  CODES.set(journal, code);
  return code;
};

/** The code of the wait; `undefined` in another process. */
export const approvalCodeOf = (journal: object): string | undefined => CODES.get(journal);

/** Small letters, blanks and dashes make no difference. */
export const hashApprovalCode = (code: string): string => hashBytes(code.toUpperCase().replaceAll(/[^A-Z\d]/g, ''));

// The answer that the command of `approval.command` prints. Pure.

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

/** The variable that the processes of `approval.command` carry: the id of the run. */
export const APPROVAL_MARK = 'DUALGATE_APPROVAL';

/** An answer is a line; a program that prints more is no adapter. */
const MAX_OUTPUT_BYTES = 65_536;
const SHOWN = 200;

type Elsewhere =
  | { readonly answer: NonNullable<ReturnType<typeof readPrintedAnswer>> }
  /** Why there is none, in a sentence with the way out. */
  | { readonly problem: string }
  /** The wait was over first. */
  | null;

/** Never throws. */
export const askElsewhere = async (
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
