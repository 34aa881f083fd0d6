/** The status of a run as a sign, a word and a tone: colour is never the only clue. */
import type { StatusName } from '../../view/status-name.ts';
import type { Outcome } from '../../view/iteration-rows.ts';
import type { Tone } from '../../records/events/event-kind.ts';
import type { PhaseState } from './phase-rows.ts';

export interface Shown {
  readonly sign: string;
  readonly word: string;
  readonly tone: Tone | 'active';
}

export const STATUSES: Readonly<Record<StatusName, Shown>> = {
  running: { sign: '●', word: 'running', tone: 'active' },
  completed: { sign: '✓', word: 'completed', tone: 'good' },
  paused: { sign: '‖', word: 'paused', tone: 'plain' },
  stuck: { sign: '✗', word: 'stuck', tone: 'bad' },
  aborted: { sign: '✗', word: 'aborted', tone: 'bad' },
  interrupted: { sign: '‖', word: 'interrupted', tone: 'warn' },
  needs_human: { sign: '!', word: 'needs human input', tone: 'warn' },
  crashed: { sign: '✗', word: 'crashed', tone: 'bad' },
};

/** For an invalid ledger: its content is not what was written. */
export const NOT_BELIEVED: Shown = { sign: '✗', word: 'not trustworthy', tone: 'bad' };

export const OUTCOMES: Readonly<Record<Outcome, Shown>> = {
  exited: { sign: '✓', word: 'exited', tone: 'good' },
  held: { sign: '✗', word: 'held', tone: 'warn' },
  halted: { sign: '!', word: 'halted', tone: 'bad' },
  open: { sign: '○', word: 'open', tone: 'plain' },
  forced: { sign: '»', word: 'forced', tone: 'warn' },
};

export const PHASE_STATES: Readonly<Record<PhaseState, Shown>> = {
  exited: { sign: '✓', word: 'exited', tone: 'good' },
  forced: { sign: '»', word: 'forced', tone: 'warn' },
  current: { sign: '●', word: 'active', tone: 'active' },
  open: { sign: '‖', word: 'not exited', tone: 'warn' },
  halted: { sign: '!', word: 'halted', tone: 'warn' },
  ahead: { sign: '○', word: 'ahead', tone: 'plain' },
};
