/**
 * Where a run stands, in a sign, a word and a tone: colour is never the only one to tell it.
 *
 * @module
 */
import type { Standing } from '../../view/standing.ts';
import type { Outcome } from '../../view/iteration-rows.ts';
import type { Tone } from '../marks.ts';
import type { Live } from './live.ts';
import type { PhaseState } from './phase-rows.ts';

export interface Shown {
  readonly sign: string;
  readonly word: string;
  readonly tone: Tone | 'active';
}

export const STANDINGS: Readonly<Record<Standing, Shown>> = {
  running: { sign: '●', word: 'running', tone: 'active' },
  completed: { sign: '✓', word: 'completed', tone: 'good' },
  paused: { sign: '‖', word: 'paused', tone: 'plain' },
  stuck: { sign: '✗', word: 'stuck', tone: 'bad' },
  aborted: { sign: '✗', word: 'aborted', tone: 'bad' },
  interrupted: { sign: '‖', word: 'interrupted', tone: 'warn' },
  needs_human: { sign: '!', word: 'needs a person', tone: 'warn' },
  broke_off: { sign: '✗', word: 'broke off', tone: 'bad' },
};

/** Of a ledger that does not hold: what stands in it is not what was written. */
export const NOT_BELIEVED: Shown = { sign: '✗', word: 'not to be believed', tone: 'bad' };

export const OUTCOMES: Readonly<Record<Outcome, Shown>> = {
  left: { sign: '✓', word: 'left', tone: 'good' },
  held: { sign: '✗', word: 'held', tone: 'warn' },
  halted: { sign: '!', word: 'halted', tone: 'bad' },
  open: { sign: '○', word: 'open', tone: 'plain' },
  forced: { sign: '»', word: 'forced', tone: 'warn' },
};

export const PHASE_STATES: Readonly<Record<PhaseState, Shown>> = {
  left: { sign: '✓', word: 'left', tone: 'good' },
  forced: { sign: '»', word: 'forced', tone: 'warn' },
  current: { sign: '●', word: 'worked at', tone: 'active' },
  open: { sign: '‖', word: 'not left', tone: 'warn' },
  halted: { sign: '!', word: 'halted', tone: 'warn' },
  ahead: { sign: '○', word: 'ahead', tone: 'plain' },
};

const DOING: Readonly<Record<Live['doing'], string>> = {
  inventory: 'The suite is looked at before the work begins',
  agent: 'The agent works',
  tests: 'The tests run',
  check: 'A check runs',
  probe: 'Small faults are planted: can the suite fail?',
  deciding: 'The gates are asked',
  waiting: 'The loop waits',
  nothing: 'The next step begins',
};

/** One sentence on what goes on. */
export const describeDoing = ({ doing, detail, phase, iteration }: Live): string => {
  const where = phase === null || iteration === null || doing === 'inventory' ? '' : ` · ${phase} ${iteration}`;
  return `${DOING[doing]}${detail === '' ? '' : `: ${detail}`}${where}`;
};
