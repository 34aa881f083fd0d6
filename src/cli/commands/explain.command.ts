/** `dualgate explain`: why an iteration exited its phase, or why the phase was held. */
import { createRedactData } from '../../base/redact-text.ts';
import { explainIteration } from '../../view/explain/explain-iteration.ts';
import { explainUndecided, type Which, readExplained } from '../../view/explain/read-explained.ts';
import { quoteTranscript } from '../../view/explain/quote-transcript.ts';
import { configIn } from '../../records/ruling-config.ts';
import { findRecordedConfig } from '../../records/recorded-config.ts';
import { describeApproval } from '../../records/fold/open-approval.ts';
import type { WorkRecord } from '../../records/records.ts';
import { runFolders } from '../../records/run-folders.ts';
import { type Command, suggest, UsageError } from '../command.ts';
import { EXIT } from '../terminal/io.ts';
import { openPlace } from '../find-place.ts';
import { plain } from '../render/paint.ts';
import { renderExplanation, renderUndecided } from '../render/explanation.ts';
import { isLikeRun, readRunOption } from '../run-id.ts';

export const explainCommand: Command = {
  run: async (values, operands, io) => {
    const which = readWhich(operands);
    const asked = await readRunOption(values, io);
    const { folder, secrets } = await openPlace(asked, values, io);
    const redact = createRedactData(secrets, io.env);
    const reading = await readExplained(folder, asked, which);
    if (which.phase !== null) checkPhase(reading.records, which.phase);
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
    const { approval } = reading;
    const awaited = approval === undefined ? undefined : redact(describeApproval(approval));
    print(
      { ...explained, quoted, ...(awaited === undefined ? {} : { approval: awaited }) },
      [
        ...(awaited === undefined ? [] : [`${plain(awaited.says)} (since ${awaited.since})`]),
        renderExplanation(explained, { quoted, all: values['all'] === true }),
      ].join('\n'),
    );
    return EXIT.ok;
  },
};

/** `[PHASE] [N]`: a phase begins with a letter. */
const readWhich = (operands: readonly string[]): Which => {
  const [first, second] = operands;
  const phase = first === undefined || /^\d/.test(first) ? undefined : first;
  if (phase === undefined && second !== undefined)
    throw new UsageError(`PHASE comes before N: dualgate explain ${second} ${first ?? ''}`);
  const number = phase === undefined ? first : second;
  if (number === undefined) return { iteration: null, phase: phase ?? null };
  if (isLikeRun(number)) throw new UsageError(`Unexpected argument '${number}'. Name a run with --run ${number}`);
  if (!/^[1-9]\d*$/.test(number)) throw new UsageError(`N must be a whole number of 1 or more (got ${number})`);
  return { iteration: Number(number), phase: phase ?? null };
};

/** The phases of a run are in its first record, and in each config that an operator accepted. */
const checkPhase = (records: readonly WorkRecord[], phase: string): void => {
  const configs = records.flatMap((record) => configIn(record) ?? []).map(findRecordedConfig);
  const phases = [...new Set(configs.flatMap((config) => config?.phases.map((each) => each.phase) ?? []))];
  if (phases.length === 0 || phases.includes(phase)) return;
  throw new UsageError(`Unknown phase '${phase}'. The phases are ${phases.join(', ')}${suggest(phase, phases)}`);
};
