/**
 * The notification of a person by a command of theirs, and the input of that command: one JSON object on one line of
 * stdin.
 *
 * @module
 */
import type { TurnUsage } from '../../gates/iteration.ts';
import { plainLine } from '../text/plain-line.ts';

/** Version of the object. */
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

/**
 * An exit waits for a person: the message of `notify.needs_human`, and the question of `approval.command`. Paths are
 * absolute.
 */
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
