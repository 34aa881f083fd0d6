/**
 * `dualgate abort`: an operator ends the work for good.
 *
 * @module
 */
import { abortWork, readRun } from '../../index.ts';
import { CONFIG_OPTION, type Command, REASON_OPTION, text } from '../command.ts';
import { EXIT } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { operatorName } from '../operator-name.ts';
import { parseRunId } from '../run-id.ts';
import { UsageError } from '../usage-error.ts';

export const abortCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: { ...CONFIG_OPTION, ...REASON_OPTION },
  notes: ['Only for an operator, and only while the run is not going on. It cannot be resumed after it.'],
  exits: { 0: 'the work was ended' },
  run: async (values, [operand], io) => {
    const reason = text(values, 'reason');
    if (reason === undefined) throw new UsageError('Missing --reason');
    const config = openConfig(values, io);
    const { run } = await readRun(config, parseRunId(operand));
    abortWork({ config, run, by: operatorName(), reason });
    io.print(`The work of ${run} was aborted.`);
    return EXIT.ok;
  },
};
