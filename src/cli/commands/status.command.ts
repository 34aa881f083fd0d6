/**
 * `dualgate status`: where the run stands.
 *
 * @module
 */
import { readLock, readRun, runFolders } from '../../index.ts';
import { CONFIG_OPTION, type Command, JSON_OPTION } from '../command.ts';
import { EXIT } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { renderStatus } from '../render/status.ts';
import { parseRunId } from '../run-id.ts';

export const statusCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: { ...CONFIG_OPTION, ...JSON_OPTION },
  exits: { 0: 'said' },
  run: async (values, [operand], io) => {
    const config = openConfig(values, io);
    const { status } = await readRun(config, parseRunId(operand));
    const holder = readLock(runFolders(config.folder, status.run).lock);
    const going = holder?.live === true && holder.run === status.run ? { pid: holder.pid, since: holder.since } : null;
    io.print(values['json'] === true ? JSON.stringify({ ...status, going }) : renderStatus(status, going));
    return EXIT.ok;
  },
};
