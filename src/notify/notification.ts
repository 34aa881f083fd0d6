/**
 * What a person is told of by a command of theirs, and what that command reads: one JSON object on one line of stdin.
 *
 * @module
 */
import type { TurnUsage } from '../../gates/iteration.ts';
import { plainLine } from '../markdown/plain-line.ts';

/** Version of the object. */
const NOTIFICATION_VERSION = 1;

/** Ends that have a command of their own; `any` stands for each that has none. */
export const NOTIFY_KEYS = ['completed', 'stuck', 'needs_human', 'broke_off', 'any'] as const;
export type NotifyKey = (typeof NOTIFY_KEYS)[number];

export interface NotifyConfig {
  readonly commands: Readonly<Partial<Record<NotifyKey, readonly string[]>>>;
  /** Of one command. */
  readonly timeout_ms: number;
}

/** Texts are on one line, without control characters. Paths are absolute. */
export interface Notification {
  readonly v: typeof NOTIFICATION_VERSION;
  readonly type: 'run.ended';
  /** ISO 8601. */
  readonly at: string;
  readonly run: string;
  readonly status: 'completed' | 'paused' | 'stuck' | 'aborted' | 'interrupted' | 'needs_human' | 'broke_off';
  /** May hold words of the agent. */
  readonly why: string;
  /** Of `dualgate run`; null where no record says how the run ended. */
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
  /** Commands that come next, best first. */
  readonly next: readonly string[];
  /** Null where the agent told of none. */
  readonly usage: TurnUsage | null;
}

const MAX_WHY = 2_000;

export const createNotification = (facts: Omit<Notification, 'v' | 'type'>): Notification => ({
  v: NOTIFICATION_VERSION,
  type: 'run.ended',
  ...facts,
  why: plainLine(facts.why, MAX_WHY),
});

/** Its command, with the key that it stands under; null where nobody is to be told. */
export const chooseNotifier = (
  { commands }: NotifyConfig,
  status: Notification['status'],
): { readonly key: NotifyKey; readonly command: readonly string[] } | null => {
  const own = NOTIFY_KEYS.find((key) => key === status && commands[key] !== undefined);
  const key = own ?? 'any';
  const command = commands[key];
  return command === undefined ? null : { key, command };
};
