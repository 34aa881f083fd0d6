/**
 * Runs the command that notifies a person, outside of the agent's reach: not in the workspace, with no program of the
 * workspace on its PATH, without the variables that a run passes to an agent, and with a time limit. It changes
 * nothing of the run.
 *
 * @module
 */
import { parse } from 'node:path';
import { pathOutside } from '../processes/trusted-path.ts';
import { type ProcessEnd, runProcess } from '../processes/run-process.ts';
import { showDuration } from '../text/amounts.ts';
import { chooseNotifier, type Notification, type NotifyConfig } from './notification.ts';

/** For the whole command: after SIGINT comes SIGTERM. */
const GRACE_MS = 500;

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
  const end = await runProcess({
    command: chosen.command,
    cwd: parse(notification.workspace).root,
    env: {
      ...withoutOurs(environment),
      PATH: pathOutside(notification.workspace, environment['PATH'] ?? ''),
    },
    input: `${JSON.stringify(notification)}\n`,
    timeoutMs: config.timeout_ms,
    graceMs: GRACE_MS,
    marker: { name: 'DUALGATE_NOTIFY', value: notification.run },
  }).catch((error: unknown) => String(error));
  const name = `notify.${chosen.key} (${chosen.command[0] ?? ''})`;
  const problem = typeof end === 'string' ? end : describeProblem(end, config.timeout_ms);
  if (problem !== null) return `The notification by ${name} failed: ${problem}.`;
  const left = typeof end === 'string' ? [] : end.left_running;
  return left.length === 0 ? null : `Ended processes that ${name} left running: ${left.join(', ')}.`;
};

/**
 * With one of them it would count as a part of the run: it would be ended with it, and could send no operator
 * command.
 */
const withoutOurs = (
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('DUALGATE_')));

const describeProblem = (end: ProcessEnd, timeoutMs: number): string | null => {
  const { ended, exit_code, signal, problem } = end;
  if (ended === 'missing') return `it could not be started: ${problem ?? 'there is no such program'}`;
  if (ended === 'timed_out') return `the time limit of ${showDuration(timeoutMs)} ended it`;
  if (exit_code === 0) return null;
  return exit_code === null ? `${signal ?? 'a signal'} ended it` : `exit code ${exit_code}`;
};
