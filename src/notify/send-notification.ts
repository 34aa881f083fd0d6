/**
 * Runs the command that notifies a person. It changes nothing of the run.
 *
 * @module
 */
import type { ProcessEnd } from '../processes/run-process.ts';
import { showDuration } from '../text/amounts.ts';
import { chooseNotifier, type Notification, type NotifyConfig } from './notification.ts';
import { runOutside } from './run-outside.ts';

/** The notification of a run, a task list or a session, on one line of stdin. */
type Sendable = Pick<Notification, 'v' | 'run' | 'workspace'> & { readonly type: string } & Partial<
    Pick<Notification, 'status'>
  >;

/** @returns the problem, in one sentence; null when all is well, or no notification is configured. Never throws. */
export const sendNotification = async (
  config: NotifyConfig,
  notification: Sendable,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string | null> => {
  const chosen = chooseNotifier(config, notification.status ?? 'session_completed');
  if (chosen === null) return null;
  const end = await runOutside({
    command: chosen.command,
    notification,
    timeoutMs: config.timeout_ms,
    environment,
    marker: 'DUALGATE_NOTIFY',
  });
  const name = `notify.${chosen.key} (${chosen.command[0] ?? ''})`;
  const problem = typeof end === 'string' ? end : describeProblem(end, config.timeout_ms);
  if (problem !== null) return `The notification by ${name} failed: ${problem}.`;
  const left = typeof end === 'string' ? [] : end.left_running;
  return left.length === 0 ? null : `Ended processes that ${name} left running: ${left.join(', ')}.`;
};

const describeProblem = (end: ProcessEnd, timeoutMs: number): string | null => {
  const { ended, exit_code, signal, problem } = end;
  if (ended === 'missing') return `it could not be started: ${problem ?? 'there is no such program'}`;
  if (ended === 'timed_out') return `the time limit of ${showDuration(timeoutMs)} ended it`;
  if (exit_code === 0) return null;
  return exit_code === null ? `${signal ?? 'a signal'} ended it` : `exit code ${exit_code}`;
};
