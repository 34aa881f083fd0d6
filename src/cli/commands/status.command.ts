/**
 * `dualgate status`: where the run stands. What is loaded here is what it takes to start: the rest is loaded when it is needed.
 *
 * @module
 */
import { type Glance, glanceAtRun, readLock, runFolders } from '../../index.ts';
import { CONFIG_OPTION, type Command, JSON_OPTION, optional, text, type Values } from '../command.ts';
import { type CommandIo, EXIT } from '../io.ts';
import { renderStatus } from '../render/status.ts';
import { parseRunId } from '../run-id.ts';

export const statusCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    verify: { type: 'boolean', help: 'verify the whole ledger first, and fold it anew' },
    ...JSON_OPTION,
  },
  notes: [
    'What the loop noted outside the workspace is told, where the end of the ledger bears it out; else all is read.',
  ],
  exits: { 0: 'said' },
  run: async (values, [operand], io) => {
    const run = optional('run', parseRunId(operand));
    const asked = { cwd: io.cwd, ...optional('config', text(values, 'config')), ...run };
    const glance = values['verify'] === true ? null : glanceAtRun(asked);
    const { folder, status, checked } =
      glance?.tail.length === 0 ? ({ ...glance, checked: 'end' } as const) : await readOn(glance, values, operand, io);
    const holder = readLock(runFolders(folder, status.run).lock);
    const going = holder?.live === true && holder.run === status.run ? { pid: holder.pid, since: holder.since } : null;
    io.print(
      values['json'] === true ? JSON.stringify({ ...status, going, checked }) : renderStatus(status, going, checked),
    );
    return EXIT.ok;
  },
};

/** By the records that came since the checkpoint, or by the whole ledger. */
const readOn = async (glance: Glance | null, values: Values, run: string | undefined, io: CommandIo) => {
  const { readSince, readWhole } = await import('../read-status.ts');
  return (glance === null ? null : readSince(glance)) ?? readWhole(values, run, io);
};
