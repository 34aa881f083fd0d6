/**
 * A budget that a program gives to several runs of its own.
 *
 * @module
 */
import { checkOptions, KINDS } from '../options/check-options.ts';
import { NO_SPENDING } from '../records/fold/spending.ts';
import { type BudgetLimits, countBudget, type SharedBudget } from './shared-budget.ts';

/**
 * A budget that several runs share.
 * Give it to each `createRun`: when it is used up, each run pauses before its next turn.
 *
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
