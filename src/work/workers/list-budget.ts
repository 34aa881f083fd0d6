/**
 * The budget of a list: money, tokens and calls of all its runs together. After a crash it is read from their ledgers.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { LedgerError } from '../../ledger/ledger-error.ts';
import type { ListBudget } from '../../config/shape-work.ts';
import type { SharedBudget } from '../../loop/shared-budget.ts';
import { addCall, nextCallAt, NO_SPENDING, type Spending, spendTurn } from '../../records/fold/spending.ts';
import { RunError } from '../../records/run-error.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { runFolders } from '../../records/run-folders.ts';
import { showCost, showNumber } from '../../text/amounts.ts';
import { readState } from '../../view/read-state.ts';
import type { ListState } from '../list-state.ts';

export interface OpenBudget extends SharedBudget {
  /** Counts the usage of a turn that ended. */
  readonly follow: (event: RunEvent) => void;
  readonly spent: () => Pick<Spending, 'cost' | 'tokens'>;
}

const MINUTE_MS = 60_000;

/** @param runs - every run of the list so far */
export const openBudget = async (limits: ListBudget, runs: ListState['runs']): Promise<OpenBudget> => {
  let spending = await readSpending(runs);
  return {
    spent: () => spending,
    reached: () => {
      const { cost, tokens } = spending;
      if (limits.cost !== null && cost >= limits.cost)
        return `The runs of the list cost ${showCost(cost)}; their budget is ${showCost(limits.cost)} (work.cost)`;
      return limits.tokens !== null && tokens >= limits.tokens
        ? `The runs of the list used ${showNumber(tokens)} tokens; their budget is ${showNumber(limits.tokens)} (work.tokens)`
        : null;
    },
    nextCall: (now) => {
      const { callsPerHour: most } = limits;
      const until = most === null ? null : nextCallAt(spending, most, now.getTime());
      return until === null
        ? null
        : { until, why: `${most} turns of the list began within the last hour (work.calls_per_hour)` };
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
