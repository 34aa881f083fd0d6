/**
 * `dualgate replay`: the same decisions from the same records, or those of another config.
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
import { readRunOption } from '../run-id.ts';

export const replayCommand: Command = {
  run: async (values, _operands, io) => {
    const file = text(values, 'config');
    // --config names the config to decide under; the run is found by the config of the workspace.
    const { config: _other, ...here } = values;
    const run = await readRunOption(here, io);
    const config = await openConfigOf(run, {}, io);
    const { records } = await readRecords(config.folder, run);
    const redact = createRedactData(config, io.env);
    const under = file === undefined ? null : readConfig({ cwd: io.cwd, config: file });
    const replay = redact(replayRun(records, under));
    io.print(values['json'] === true ? JSON.stringify(replay) : renderReplay(replay, file ?? null));
    return replay.same ? EXIT.ok : EXIT.no;
  },
};
