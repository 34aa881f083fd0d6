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
  readonly v: typeof NOTIFICATION_VERSION;
  readonly type: 'run.ended';
  /** ISO 8601. */
  readonly at: string;
  readonly run: string;
  readonly status: 'completed' | 'paused' | 'stuck' | 'aborted' | 'interrupted' | 'needs_human' | 'crashed';
  /** May contain words of the agent. */
  readonly why: string;
  /** As of `dualgate run`; null when no record has the end. */
  readonly exit_code: number | null;
  /** Null when the work is over, or never began. */
  readonly phase: string | null;
  /** Decided iterations of the phase. */
  readonly iteration: number;
  /** Phases that an operator forced. */
  readonly forced_exits: readonly string[];
  readonly workspace: string;
  readonly spec: string;
  readonly ledger: string;
  readonly state: string;
  /** The next commands, best first. */
  readonly next: readonly string[];
  /** Null where the agent reported none. */
  readonly usage: TurnUsage | null;
}

/** AgentSessionCompleted of spec 003, with the place to continue from. Paths are absolute. */
export interface SessionNotification {
  readonly v: typeof NOTIFICATION_VERSION;
  readonly type: 'session.completed';
  /** ISO 8601. */
  readonly at: string;
  readonly run: string;
  readonly session_id: string;
  readonly actor_id: string;
  readonly phase_completed: string;
  readonly exit_reason: string;
  /** Null where spec 003 names none. */
  readonly next_work_phase: string | null;
  /** Null where the agent named none, like the two below. */
  readonly pr_url: string | null;
  readonly evidence_bundle_ref: string | null;
  /** The agent's words, on one line. */
  readonly notes: string | null;
  readonly phase: string;
  readonly iteration: number;
  /** Phases of this work phase that an operator forced. */
  readonly forced_exits: readonly string[];
  /** Null where the run makes no commits. */
  readonly branch: string | null;
  /** The last commit of the run on that branch. */
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
  /** ISO 8601. */
  readonly at: string;
  readonly run: string;
  readonly status: 'needs_human';
  /** In one sentence. */
  readonly why: string;
  readonly phase: string;
  readonly iteration: number;
  /** Fingerprint of the measured sources. */
  readonly tree: string;
  /** ISO 8601: the run ends then, and can be resumed. */
  readonly until: string;
  /** The exact commands. */
  readonly approve: string;
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
