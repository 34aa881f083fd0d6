/**
 * Runs a command of the config that talks to a person, outside of the agent's reach: not in the workspace, with no program
 * of the workspace on its PATH, without the variables that a run passes to an agent, and with a time limit. It gets one
 * JSON object on one line of stdin.
 *
 * @module
 */
import { parse } from 'node:path';
import { type ProcessEnd, type ProcessOptions, runProcess } from '../processes/run-process.ts';
import { pathOutside } from '../processes/trusted-path.ts';

/** For the whole command: after SIGINT comes SIGTERM. */
const GRACE_MS = 500;

interface Outside extends Pick<ProcessOptions, 'command' | 'timeoutMs' | 'signal' | 'maxOutputBytes' | 'onStdout'> {
  readonly notification: { readonly run: string; readonly workspace: string };
  /** Name of the variable that its processes carry: those that it leaves behind are ended by it. */
  readonly marker: 'DUALGATE_NOTIFY' | 'DUALGATE_APPROVAL';
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Never throws. @returns its end; a text: why it could not be run */
export const runOutside = ({
  notification,
  marker,
  environment = process.env,
  ...options
}: Outside): Promise<ProcessEnd | string> =>
  runProcess({
    ...options,
    cwd: parse(notification.workspace).root,
    env: {
      ...withoutOurs(environment),
      PATH: pathOutside(notification.workspace, environment['PATH'] ?? ''),
    },
    input: `${JSON.stringify(notification)}\n`,
    graceMs: GRACE_MS,
    marker: { name: marker, value: notification.run },
  }).catch((error: unknown) => String(error));

/**
 * With one of them it would count as a part of the run: it would be ended with it, and could send no operator
 * command.
 */
const withoutOurs = (
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('DUALGATE_')));
