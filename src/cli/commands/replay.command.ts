/**
 * `dualgate replay`: the same decisions from the same records, or what another config would have decided.
 *
 * @module
 */
import { createRedactData, readConfig, readRecords, replayRun } from '../../index.ts';
import { type Command, JSON_OPTION, text } from '../command.ts';
import { EXIT } from '../io.ts';
import { openConfigOf } from '../open-config.ts';
import { renderReplay } from '../render/replay.ts';
import { parseRunId } from '../run-id.ts';

export const replayCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: {
    config: {
      type: 'string',
      short: 'c',
      value: 'FILE',
      help: 'decide under this config; by default under the one that the run began with',
    },
    ...JSON_OPTION,
  },
  notes: [
    'Nothing is run, and nothing of the run is changed: the gates are asked of what was recorded.',
    'The run is one of the workspace here or above. What was not measured then cannot be known, and is said.',
  ],
  exits: { 0: 'every decision is the same', 1: 'one differs, or cannot be known' },
  run: async (values, [operand], io) => {
    const file = text(values, 'config');
    const run = parseRunId(operand);
    const config = await openConfigOf(run, {}, io);
    const { records } = await readRecords(config.folder, run);
    const redact = createRedactData(config, io.env);
    const under = file === undefined ? null : readConfig({ cwd: io.cwd, config: file });
    const replay = redact(replayRun(records, under));
    io.print(values['json'] === true ? JSON.stringify(replay) : renderReplay(replay, file ?? null));
    return replay.same ? EXIT.ok : EXIT.no;
  },
};
