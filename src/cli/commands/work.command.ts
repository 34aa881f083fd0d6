/**
 * `dualgate work`: work items of spec 003, their leases and their workers.
 *
 * @module
 */
import type { Command, Values } from '../command.ts';
import type { CommandIo } from '../terminal/io.ts';
import { UsageError } from '../usage-error.ts';
import { addItem, claimItem, releaseItem, signalItem, startItem, unblockItem } from '../work/change-items.ts';
import { cleanItems } from '../work/clean-items.ts';
import { runItems } from '../work/run-items.ts';
import { listItems, showItem, showVerification } from '../work/show-items.ts';

export const workCommand: Command = {
  run: async (values, [name, ...operands], io) => {
    const action = name === undefined ? undefined : ACTIONS.get(name);
    const names = [...ACTIONS.keys()].join(', ');
    if (action === undefined)
      throw new UsageError(name === undefined ? `Missing ACTION: ${names}` : `Unknown action '${name}': ${names}`);
    checkOptions(name ?? '', values, action);
    const unexpected = operands[action.operands];
    if (unexpected !== undefined) throw new UsageError(`Unexpected argument '${unexpected}'`);
    return action.run(values, operands, io);
  },
};

interface Action {
  readonly run: (values: Values, operands: readonly string[], io: CommandIo) => Promise<number>;
  /** How many it takes at most. */
  readonly operands: number;
  /** Beyond those of every action. */
  readonly options: readonly string[];
}

const ACTIONS: ReadonlyMap<string, Action> = new Map([
  ['add', { run: addItem, operands: 1, options: ['spec', 'title', 'draft'] }],
  ['list', { run: listItems, operands: 0, options: [] }],
  ['show', { run: showItem, operands: 1, options: [] }],
  ['start', { run: startItem, operands: 1, options: [] }],
  ['claim', { run: claimItem, operands: 1, options: ['session', 'secret', 'lease'] }],
  ['release', { run: releaseItem, operands: 1, options: ['session', 'secret'] }],
  ['signal', { run: signalItem, operands: 2, options: ['session', 'secret', 'actor', 'commit'] }],
  ['unblock', { run: unblockItem, operands: 1, options: ['reason'] }],
  ['run', { run: runItems, operands: 0, options: ['worker', 'lease', 'once', 'no-wait', 'stay'] }],
  ['verify', { run: showVerification, operands: 0, options: [] }],
  ['clean', { run: cleanItems, operands: 0, options: ['dry-run'] }],
]);

const OF_ALL: ReadonlySet<string> = new Set(['config', 'json', 'remote', 'engine']);

/** @throws {UsageError} for an option of another action */
const checkOptions = (name: string, values: Values, { options }: Action): void => {
  const other = Object.keys(values).find((each) => !OF_ALL.has(each) && !options.includes(each));
  if (other === undefined) return;
  const owners = [...ACTIONS].filter(([, action]) => action.options.includes(other)).map(([each]) => each);
  throw new UsageError(`Option '--${other}' goes with dualgate work ${owners.join(' or ')}, not with ${name}`);
};
