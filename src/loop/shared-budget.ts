/** A budget of several runs together, also for runs of another program: money, tokens and calls. */
import { addCall, nextCallAt, type Spending, spendTurn, NO_SPENDING } from '../records/fold/spending.ts';
import type { RunEvent } from '../records/run-events.ts';
import { showCost, showNumber } from '../base/text/amounts.ts';
import { checkOptions, KINDS } from '../base/check-options.ts';

export interface SharedBudget {
  readonly reached: () => string | null;
  /** When the next turn may begin, and why not now; `null`: now. */
  readonly nextCall: (now: Date) => { readonly until: Date; readonly why: string } | null;
  /** A turn begins now. */
  readonly begin: (now: Date) => void;
  readonly follow: (event: RunEvent) => void;
  readonly spent: () => Pick<Spending, 'cost' | 'tokens'>;
}

/** Absent or `null`: no limit. */
export interface BudgetLimits {
  readonly cost?: number | null;
  readonly tokens?: number | null;
  readonly calls_per_hour?: number | null;
}

interface BudgetWords {
  readonly runs: string;
  readonly turns: string;
  readonly key: (name: keyof BudgetLimits) => string;
}

const MINUTE_MS = 60_000;

/** @param before - what was used before, for example in another process */
export const countBudget = (
  limits: BudgetLimits,
  { runs, turns, key }: BudgetWords,
  before: Spending,
): SharedBudget => {
  const { cost: mostCost = null, tokens: mostTokens = null, calls_per_hour: mostCalls = null } = limits;
  let spending = before;
  return {
    spent: () => spending,
    reached: () => {
      const { cost, tokens } = spending;
      if (mostCost !== null && cost >= mostCost)
        return `${runs} cost ${showCost(cost)}; their budget is ${showCost(mostCost)} (${key('cost')})`;
      return mostTokens !== null && tokens >= mostTokens
        ? `${runs} used ${showNumber(tokens)} tokens; their budget is ${showNumber(mostTokens)} (${key('tokens')})`
        : null;
    },
    nextCall: (now) => {
      const until = mostCalls === null ? null : nextCallAt(spending, mostCalls, now.getTime());
      return until === null
        ? null
        : { until, why: `${mostCalls} ${turns} began within the last hour (${key('calls_per_hour')})` };
    },
    begin: (now) => {
      spending = { ...spending, calls: addCall(spending.calls, Math.floor(now.getTime() / MINUTE_MS)) };
    },
    follow: (event) => {
      if (event.type !== 'turn.ended') return;
      const { cost, tokens } = spendTurn({ ...spending, calls: [] }, event.turn, event.at);
      spending = { ...spending, cost, tokens };
    },
  };
};

/**
 * A budget that several runs share.
 * Give it to each `createRun`: when it is used up, each run pauses before its next turn.
 * @throws {OptionError} when a limit is unknown, or is no number
 * @example
 * const budget = createBudget({ cost: 5, calls_per_hour: 100 });
 */
export const createBudget = (limits: BudgetLimits): SharedBudget => {
  const { amountOrNull } = KINDS;
  checkOptions('createBudget', limits, { cost: amountOrNull, tokens: amountOrNull, calls_per_hour: amountOrNull });
  const words = { runs: 'The runs of this budget', turns: 'turns', key: (name: string) => `createBudget: ${name}` };
  return countBudget(limits, words, NO_SPENDING);
};
