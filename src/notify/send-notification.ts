/**
 * Runs the command that tells a person, outside of the agent's reach: not in the workspace, with no program of the workspace
 * on its PATH, without a word that a run hands to an agent, and within its time. What it does changes nothing.
 *
 * @module
 */
import { parse } from 'node:path';
import { pathOutside } from '../processes/trusted-path.ts';
import { type ProcessEnd, runProcess } from '../processes/run-process.ts';
import { chooseNotifier, type Notification, type NotifyConfig } from './notification.ts';

/** Of the whole: after SIGINT comes SIGTERM, and then nothing is asked any more. */
const GRACE_MS = 500;

/** What is told of a run, of a list of work, or of a session, on one line of stdin. */
type Told = Pick<Notification, 'v' | 'run' | 'workspace'> & { readonly type: string } & Partial<
    Pick<Notification, 'status'>
  >;

/** @returns what went wrong, in one sentence; null when all is well, or when nobody is to be told. Never throws. */
export const sendNotification = async (
  config: NotifyConfig,
  notification: Told,
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
  if (problem !== null) return `Nobody was told by ${name}: ${problem}.`;
  const left = typeof end === 'string' ? [] : end.left_running;
  return left.length === 0 ? null : `What ${name} left running was ended: ${left.join(', ')}.`;
};

/** With one of them it would count as a part of the run: it would be ended with it, and could give no order. */
const withoutOurs = (
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('DUALGATE_')));

const describeProblem = (end: ProcessEnd, timeoutMs: number): string | null => {
  const { ended, exit_code, signal, problem } = end;
  if (ended === 'missing') return `it could not be started: ${problem ?? 'there is no such program'}`;
  if (ended === 'timed_out') return `it was ended by its time limit of ${timeoutMs / 1_000} s`;
  if (exit_code === 0) return null;
  return exit_code === null ? `it was ended by ${signal ?? 'a signal'}` : `exit code ${exit_code}`;
};
