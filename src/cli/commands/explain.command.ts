/**
 * `dualgate explain`: why an iteration did or did not exit.
 *
 * @module
 */
import { explainIteration, readRun } from '../../index.ts';
import { CONFIG_OPTION, type Command, JSON_OPTION, text } from '../command.ts';
import { EXIT } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { renderExplanation } from '../render/explanation.ts';
import { parseRunId } from '../run-id.ts';
import { UsageError } from '../usage-error.ts';

export const explainCommand: Command = {
  operands: '[N]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    run: { type: 'string', value: 'RUN', help: 'of this run; by default the current one' },
    phase: { type: 'string', value: 'PHASE', help: 'iteration N of this phase; by default of the last one decided' },
    ...JSON_OPTION,
  },
  notes: ['N is the number of a decided iteration within its phase, from 1; by default the last one.'],
  exits: { 0: 'said' },
  run: async (values, [operand], io) => {
    if (operand !== undefined && !/^[1-9]\d*$/.test(operand))
      throw new UsageError(`N must be a whole number of 1 or more (got ${operand})`);
    const iteration = operand === undefined ? null : Number(operand);
    const config = openConfig(values, io);
    const reading = await readRun(config, parseRunId(text(values, 'run')));
    const explained = explainIteration(reading, { iteration, phase: text(values, 'phase') ?? null });
    io.print(values['json'] === true ? JSON.stringify(explained) : renderExplanation(explained));
    return EXIT.ok;
  },
};
