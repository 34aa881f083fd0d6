/**
 * Asks a person elsewhere: the command of `approval.command` runs outside of the agent's reach, gets the question, and
 * prints the answer. It is ended when the wait is over. Anything but an answer decides nothing: the run waits on.
 *
 * @module
 */
import type { ApprovalConfig } from '../config/shape-config.ts';
import type { ApprovalNotification } from '../notify/notification.ts';
import { runOutside } from '../notify/run-outside.ts';
import { showDuration } from '../text/amounts.ts';
import { plainLine } from '../text/plain-line.ts';
import { readPrintedAnswer } from './read-answer.ts';

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
  { command, timeout_ms: timeoutMs }: ApprovalConfig & { readonly command: readonly string[] },
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
