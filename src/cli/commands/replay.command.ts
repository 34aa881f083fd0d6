/**
 * `dualgate replay`: the same decisions from the same records, or what another config would have decided.
 *
 * @module
 */
import { createRedactData } from '../../redact/redact-data.ts';
import { readConfig } from '../../read-config/read-config.ts';
import { readRecords } from '../../records/read-records.ts';
import { replayRun } from '../../replay/replay-run.ts';
import { type Command, text } from '../command.ts';
import { EXIT } from '../terminal/io.ts';
import { openConfigOf } from '../open-config.ts';
import { renderReplay } from '../render/replay.ts';
import { parseRunId } from '../run-id.ts';

export const replayCommand: Command = {
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
