/**
 * The budget of a list: money, tokens and calls of all its runs together. After a crash it is read from their ledgers.
 *
 * @module
 */
import type { ListBudget } from '../../config/shape-work.ts';
import { countBudget, type SharedBudget } from '../../loop/shared-budget.ts';
import { addCall, NO_SPENDING, type Spending } from '../../records/fold/spending.ts';
import { readSoundState } from '../../view/read-state.ts';
import type { ListState } from '../list-state.ts';

/** @param runs - every run of the list so far */
export const openBudget = async (limits: ListBudget, runs: ListState['runs']): Promise<SharedBudget> => {
  const { cost, tokens, callsPerHour: calls_per_hour } = limits;
  const words = { runs: 'The runs of the list', turns: 'turns of the list', key: (name: string) => `work.${name}` };
  return countBudget({ cost, tokens, calls_per_hour }, words, await readSpending(runs));
};

const readSpending = async (runs: ListState['runs']): Promise<Spending> => {
  let sum = NO_SPENDING;
  for (const { run, folder } of runs) {
    // Without it, its task is deferred for that reason.
    const { usage, spending } = (await readSoundState(folder, run)) ?? NO_USAGE;
    const { input_tokens = 0, output_tokens = 0, cost_usd = 0 } = usage.run ?? {};
    sum = {
      cost: sum.cost + (cost_usd ?? 0),
      tokens: sum.tokens + input_tokens + output_tokens,
      calls: spending.calls.reduce(addTurns, sum.calls),
    };
  }
  return sum;
};

const NO_USAGE = { usage: { run: null }, spending: NO_SPENDING };

const addTurns = (calls: Spending['calls'], [minute, turns]: readonly [number, number]): Spending['calls'] =>
  Array.from({ length: turns }).reduce<Spending['calls']>((sum) => addCall(sum, minute), calls);
