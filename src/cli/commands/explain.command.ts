/**
 * `dualgate explain`: why an iteration did or did not exit.
 *
 * @module
 */
import { createRedactData } from '../../redact/redact-data.ts';
import { explainIteration } from '../../view/explain/explain-iteration.ts';
import { explainUndecided } from '../../view/explain/find-attempts.ts';
import { quoteTranscript } from '../../view/explain/quote-transcript.ts';
import { readRecords } from '../../records/read-records.ts';
import { runFolders } from '../../records/run-folders.ts';
import { type Command, text } from '../command.ts';
import { EXIT } from '../terminal/io.ts';
import { openConfigOf } from '../open-config.ts';
import { renderExplanation, renderUndecided } from '../render/explanation.ts';
import { parseRunId } from '../run-id.ts';
import { UsageError } from '../usage-error.ts';

export const explainCommand: Command = {
  run: async (values, [operand], io) => {
    if (operand !== undefined && !/^[1-9]\d*$/.test(operand))
      throw new UsageError(`N must be a whole number of 1 or more (got ${operand})`);
    const iteration = operand === undefined ? null : Number(operand);
    const asked = parseRunId(text(values, 'run'));
    const config = await openConfigOf(asked, values, io);
    const { folder } = config;
    const redact = createRedactData(config, io.env);
    const reading = await readRecords(folder, asked);
    const which = { iteration, phase: text(values, 'phase') ?? null };
    const print = (found: unknown, rendered: string) =>
      io.print(values['json'] === true ? JSON.stringify(found) : rendered);
    const undecided = redact(explainUndecided(reading.records, which));
    if (undecided.length > 0) {
      print({ undecided }, renderUndecided(undecided));
      return EXIT.ok;
    }
    const explained = redact(explainIteration(reading, which));
    const { line } = explained.record.signal;
    const { transcript } = explained;
    const place = runFolders(folder, reading.run).run;
    const quoted = line === null || transcript === null ? null : await quoteTranscript(place, transcript, line, redact);
    print({ ...explained, quoted }, renderExplanation(explained, quoted));
    return EXIT.ok;
  },
};
