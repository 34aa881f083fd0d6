/**
 * `dualgate resume`: goes on with a run from its ledger.
 *
 * @module
 */
import { readStanding } from '../../index.ts';
import { CONFIG_OPTION, type Command, WATCH_OPTIONS } from '../command.ts';
import { openConfig } from '../open-config.ts';
import { parseRunId } from '../run-id.ts';
import { ASK_OPTION, checkAsk, watchAndAsk } from '../watch-and-ask.ts';
import { RUN_EXITS } from '../watch-run.ts';

export const resumeCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    until: { type: 'string', value: 'PHASE', help: 'pause when this phase has been left' },
    ...ASK_OPTION,
    ...WATCH_OPTIONS,
  },
  notes: ['Nothing of a gate is carried over: green runs start at 0. It grants a new allowance of iterations.'],
  exits: RUN_EXITS,
  run: async (values, [operand], io) => {
    checkAsk(values, io);
    const config = openConfig(values, io);
    const { run } = await readStanding(config, parseRunId(operand));
    return watchAndAsk(config, { resume: run }, values, io);
  },
};
