/**
 * The orders that make sense where a run stands. Whether one is carried out is decided by who gets it; this only spares a person
 * to ask for what is refused.
 *
 * @module
 */
import type { Standing } from '../../view/standing.ts';
import type { PageOrder } from '../page-data.ts';
import type { Position } from '../../records/fold/work-position.ts';

type Order = PageOrder['order'];

export interface OrderOffer {
  readonly order: Order;
  /** On the button. */
  readonly title: string;
  /** What it does, for ever: said before it is confirmed. */
  readonly meaning: string;
  /** What is asked for. */
  readonly asks: string;
  readonly isGrave: boolean;
  /** The only one that the order may force. */
  readonly phase?: string;
}

export const listOrders = (
  { state, phase }: Pick<Position, 'state' | 'phase'>,
  standing: Standing,
): readonly OrderOffer[] => {
  if (phase === null || state === 'completed' || state === 'aborted' || standing === 'aborted') return [];
  const offers: Readonly<Record<Order, OrderOffer>> = {
    skip: {
      order: 'skip',
      title: `Skip ${phase}`,
      meaning: `${phase} is left without its gates. Every report of this run will say so, with your name and your reason.`,
      asks: 'Why may it be left?',
      isGrave: true,
      phase,
    },
    resume: {
      order: 'resume',
      title: 'Resume',
      meaning: `The work goes on with ${phase}, with a new allowance of iterations. Nothing of a gate is carried over.`,
      asks: 'Why may it go on?',
      isGrave: false,
    },
    abort: {
      order: 'abort',
      title: 'Abort the work',
      meaning: 'The work of this run ends for good. It cannot be resumed.',
      asks: 'Why does it end?',
      isGrave: true,
    },
    reset: {
      order: 'reset',
      title: 'Reset the breaker',
      meaning: 'The counts that halt the work are put back to 0, and halted work goes on.',
      asks: 'Why may it try again?',
      isGrave: false,
    },
    guide: {
      order: 'guide',
      title: 'Guide the agent',
      meaning: 'What you write is put into the prompts of the agent for the rest of the phase.',
      asks: 'What should the agent know?',
      isGrave: false,
    },
  };
  // A run that was killed, interrupted or paused is not halted, and yet nothing goes on.
  return state === 'halted' || standing !== 'running'
    ? [offers.resume, offers.guide, offers.reset, offers.skip, offers.abort]
    : [offers.guide, offers.reset, offers.skip, offers.abort];
};
