/** The notification of a person by a command of theirs, and the input of that command: one JSON object on one line of stdin. */
import { parse } from 'node:path';
import { type ProcessEnd, type ProcessOptions, runProcess } from './processes/run-process.ts';
import { pathOutside } from './processes/locate-program.ts';
import type { TurnUsage } from '../../gates/iteration.ts';
import { plainLine } from './text/plain-line.ts';
import { showDuration } from './text/amounts.ts';

// Runs a command of the config that talks to a person, outside of the agent's reach: not in the workspace, with no
// program of the workspace on its PATH, without the variables that a run passes to an agent, and with a time limit.

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

/** With one of them it would count as a part of the run: it would be ended with it, and could send no operator command. */
const withoutOurs = (
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('DUALGATE_')));

const NOTIFICATION_VERSION = 1;

/** The ends with a command of their own; `any` is for every end that has none. */
export const NOTIFY_KEYS = ['completed', 'stuck', 'needs_human', 'crashed', 'any', 'session_completed'] as const;
type NotifyKey = (typeof NOTIFY_KEYS)[number];

export interface NotifyConfig {
  readonly commands: Readonly<Partial<Record<NotifyKey, readonly string[]>>>;
  /** For one command. */
  readonly timeout_ms: number;
}

/** Texts are on one line, without control characters. Paths are absolute. */
export interface Notification {
  /** Version of this object. */
  readonly v: typeof NOTIFICATION_VERSION;
  /** The kind of end or question. */
  readonly type: 'run.ended';
  /** ISO 8601. */
  readonly at: string;
  /** Id of the run. */
  readonly run: string;
  /** `crashed`: an error; the ledger has no record of the end. */
  readonly status: 'completed' | 'paused' | 'stuck' | 'aborted' | 'interrupted' | 'needs_human' | 'crashed';
  /** The reason, on one line; may contain words of the agent. */
  readonly why: string;
  /** Of `dualgate run`; null with `crashed`. */
  readonly exit_code: number | null;
  /** Null if the work is over or never started. */
  readonly phase: string | null;
  /** Decided iterations of the phase. */
  readonly iteration: number;
  /** Phases with a forced exit. */
  readonly forced_exits: readonly string[];
  /** Its path. */
  readonly workspace: string;
  /** As the config names it. */
  readonly spec: string;
  /** Its path; the file does not exist if the run never started. */
  readonly ledger: string;
  /** Path of STATE.md. */
  readonly state: string;
  /** The next commands, best first. */
  readonly next: readonly string[];
  /** As the agent reported. */
  readonly usage: TurnUsage | null;
}

/** AgentSessionCompleted of spec 003, with the place to continue from. Paths are absolute. */
export interface SessionNotification {
  readonly v: typeof NOTIFICATION_VERSION;
  readonly type: 'session.completed';
  readonly at: string;
  readonly run: string;
  /** Id of the agent session, else of the turn. */
  readonly session_id: string;
  /** Program of the agent. */
  readonly actor_id: string;
  /** Work phase. */
  readonly phase_completed: string;
  /** `completed`, `blocked` or `error`. */
  readonly exit_reason: string;
  /** Null where spec 003 names none. */
  readonly next_work_phase: string | null;
  /** Pull request. */
  readonly pr_url: string | null;
  /** Evidence bundle. */
  readonly evidence_bundle_ref: string | null;
  /** The agent's words, on one line. */
  readonly notes: string | null;
  /** Phase of the signal. */
  readonly phase: string;
  /** Its iteration in the phase, from 1. */
  readonly iteration: number;
  /** Phases of this work phase with a forced exit. */
  readonly forced_exits: readonly string[];
  /** Null where the run makes no commits. */
  readonly branch: string | null;
  /** The last commit of that branch. */
  readonly commit: string | null;
  readonly workspace: string;
  readonly spec: string;
  readonly ledger: string;
}

/** An exit waits for a person: the message of `notify.needs_human`, the question of `approval.command`. Paths are absolute. */
export interface ApprovalNotification {
  readonly v: typeof NOTIFICATION_VERSION;
  readonly type: 'approval.asked';
  readonly at: string;
  readonly run: string;
  /** A person has to answer. */
  readonly status: 'needs_human';
  /** The question in one sentence. */
  readonly why: string;
  /** The phase that waits. */
  readonly phase: string;
  /** Its iteration in the phase, from 1. */
  readonly iteration: number;
  /** Fingerprint of the measured sources. */
  readonly tree: string;
  /** ISO 8601: the run ends then, and can be resumed. */
  readonly until: string;
  /** The exact command. */
  readonly approve: string;
  /** The exact command. */
  readonly reject: string;
  /** Null where the run makes no commits. */
  readonly branch: string | null;
  readonly workspace: string;
  readonly spec: string;
  readonly ledger: string;
}

export const createApprovalNotification = (
  facts: Omit<ApprovalNotification, 'v' | 'type' | 'status'>,
): ApprovalNotification => {
  const { at, run, ...others } = facts;
  return { v: NOTIFICATION_VERSION, type: 'approval.asked', at, run, status: 'needs_human', ...others };
};

const MAX_WHY = 2_000;

export const createSessionNotification = ({
  notes,
  ...facts
}: Omit<SessionNotification, 'v' | 'type'>): SessionNotification => ({
  v: NOTIFICATION_VERSION,
  type: 'session.completed',
  ...facts,
  notes: notes === null ? null : plainLine(notes, MAX_WHY),
});

export const createNotification = (facts: Omit<Notification, 'v' | 'type'>): Notification => ({
  v: NOTIFICATION_VERSION,
  type: 'run.ended',
  ...facts,
  why: plainLine(facts.why, MAX_WHY),
});

/** Its command, with its key; null where no notification is configured. */
export const chooseNotifier = (
  { commands }: NotifyConfig,
  what: Notification['status'] | 'session_completed',
): { readonly key: NotifyKey; readonly command: readonly string[] } | null => {
  const own = NOTIFY_KEYS.find((key) => key === what && commands[key] !== undefined);
  const key = own ?? (what === 'session_completed' ? what : 'any');
  const command = commands[key];
  return command === undefined ? null : { key, command };
};

// Runs the command that notifies a person. It changes nothing of the run.

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
