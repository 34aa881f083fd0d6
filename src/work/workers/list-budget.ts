/**
 * The budget of a list: money, tokens and calls of all its runs together. After a crash it is read from their ledgers.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { LedgerError } from '../../ledger/ledger-error.ts';
import type { ListBudget } from '../../config/shape-work.ts';
import { countBudget, type SharedBudget } from '../../loop/shared-budget.ts';
import { addCall, NO_SPENDING, type Spending } from '../../records/fold/spending.ts';
import { RunError } from '../../records/run-error.ts';
import { runFolders } from '../../records/run-folders.ts';
import { readState } from '../../view/read-state.ts';
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
    if (!existsSync(runFolders(folder, run).ledger)) continue;
    try {
      const { usage, spending } = (await readState(folder, run)).state;
      const { input_tokens = 0, output_tokens = 0, cost_usd = 0 } = usage.run ?? {};
      sum = {
        cost: sum.cost + (cost_usd ?? 0),
        tokens: sum.tokens + input_tokens + output_tokens,
        calls: spending.calls.reduce(addTurns, sum.calls),
      };
    } catch (error) {
      // Its task is deferred for that reason.
      if (!(error instanceof LedgerError || error instanceof RunError)) throw error;
    }
  }
  return sum;
};

const addTurns = (calls: Spending['calls'], [minute, turns]: readonly [number, number]): Spending['calls'] =>
  Array.from({ length: turns }).reduce<Spending['calls']>((sum) => addCall(sum, minute), calls);
