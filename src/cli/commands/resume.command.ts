/**
 * `dualgate resume`: goes on with a run from its ledger.
 *
 * @module
 */
import { followWorktree, readStanding } from '../../index.ts';
import { CONFIG_OPTION, type Command, WATCH_OPTIONS } from '../command.ts';
import { THRESHOLD_NOTE, THRESHOLD_OPTION } from '../exit-threshold.ts';
import { STATELY_OPTION } from '../inspect-stately.ts';
import { openOwnConfig } from '../open-config.ts';
import { parseRunId } from '../run-id.ts';
import { ASK_OPTION, checkAsk, refuseAskOfList, watchAndAsk } from '../watch-and-ask.ts';
import { RUN_EXITS } from '../watch-run.ts';
import { INSPECT_NOTE, INSPECT_OPTIONS, withInspector } from '../with-inspector.ts';
import { watchList } from '../work-list.ts';

export const resumeCommand: Command = {
  operands: '[RUN|TASK]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    ...THRESHOLD_OPTION,
    until: { type: 'string', value: 'PHASE', help: 'pause when this phase has been left' },
    ...ASK_OPTION,
    ...INSPECT_OPTIONS,
    ...STATELY_OPTION,
    ...WATCH_OPTIONS,
  },
  notes: [
    'Nothing of a gate is carried over: green runs start at 0. It grants a new allowance of iterations.',
    'Of a list of work: goes on with it, or with the one task that is named by its spec, its name or its run.',
    THRESHOLD_NOTE,
    INSPECT_NOTE,
  ],
  exits: RUN_EXITS,
  run: async (values, [operand], io) => {
    checkAsk(values, io);
    const own = openOwnConfig(values, io);
    if (own.list !== null) refuseAskOfList(values);
    if (own.list !== null) return withInspector(own, values, io, (hear) => watchList(own, values, io, operand, hear));
    const config = followWorktree(own);
    const { run } = await readStanding(config, parseRunId(operand));
    return withInspector(own, values, io, (hear) => watchAndAsk(config, { resume: run }, values, io, hear));
  },
};
