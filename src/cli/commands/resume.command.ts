/**
 * `dualgate resume`: goes on with a run from its ledger.
 *
 * @module
 */
import { createRun, readStanding } from '../../index.ts';
import { CONFIG_OPTION, type Command, optional, text, WATCH_OPTIONS } from '../command.ts';
import { openConfig } from '../open-config.ts';
import { operatorName } from '../operator-name.ts';
import { parseRunId } from '../run-id.ts';
import { RUN_EXITS, watchRun } from '../watch-run.ts';

export const resumeCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    until: { type: 'string', value: 'PHASE', help: 'pause when this phase has been left' },
    ...WATCH_OPTIONS,
  },
  notes: ['Nothing of a gate is carried over: green runs start at 0. It grants a new allowance of iterations.'],
  exits: RUN_EXITS,
  run: async (values, [operand], io) => {
    const config = openConfig(values, io);
    const { run } = await readStanding(config, parseRunId(operand));
    const by = operatorName();
    return watchRun(
      (onEvent) => createRun({ config, resume: run, by, onEvent, ...optional('until', text(values, 'until')) }),
      values,
      io,
    );
  },
};
