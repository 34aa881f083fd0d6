/**
 * `dualgate skip`: an operator forces the phase.
 *
 * @module
 */
import { readRun, skipPhase } from '../../index.ts';
import { CONFIG_OPTION, type Command, REASON_OPTION, text } from '../command.ts';
import { EXIT } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { operatorName } from '../operator-name.ts';
import { parseRunId } from '../run-id.ts';
import { UsageError } from '../usage-error.ts';

export const skipCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: { ...CONFIG_OPTION, ...REASON_OPTION },
  notes: ['Only for an operator, and only while the run is not going on. dualgate resume goes on after it.'],
  exits: { 0: 'the phase was left by a forced exit' },
  run: async (values, [operand], io) => {
    const reason = text(values, 'reason');
    if (reason === undefined) throw new UsageError('Missing --reason');
    const config = openConfig(values, io);
    const { run } = await readRun(config, parseRunId(operand));
    const { skipped, next } = await skipPhase({ config, run, by: operatorName(), reason });
    io.print(
      `${skipped} was left by a forced exit. ${next === null ? 'The work is completed by it.' : `${next} is next: dualgate resume.`}`,
    );
    return EXIT.ok;
  },
};
