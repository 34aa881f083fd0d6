/** `dualgate replay`: the same decisions from the same records, or those of another config. */
import { type Replay, type ReplayedIteration, replayRun } from '../../doctor/replay/replay-run.ts';
import { joinPlain, plain } from '../render/paint.ts';
import { showCount } from '../../base/text/amounts.ts';
import { createRedactData } from '../../base/redact-text.ts';
import { readConfig } from '../../read-config/parse-config.ts';
import { readRecords } from '../../records/read-records.ts';
import { type Command, text } from '../command.ts';
import { EXIT } from '../terminal/io.ts';
import { openConfigOf } from '../open-config.ts';
import { readRunOption } from '../run-id.ts';

/** @param other - the config that replaced the one of the run */
export const renderReplay = (replay: Replay, other: string | null): string => {
  const { run, iterations, oddities, same, versions } = replay;
  const decided = showCount(iterations.length, 'iteration');
  const under = other === null ? 'its recorded config' : other;
  if (same) return joinPlain([`${run}: ${decided}, decided again under ${under}: every decision is the same.`]);
  const differing = iterations.filter(({ differences, unknown }) => differences.length + unknown.length > 0);
  return joinPlain([
    `${run}: ${decided}, decided again under ${under}: ${countDifferences(differing)}.`,
    ...(other === null && versions.recorded !== versions.here
      ? [`  decided by dualgate ${versions.recorded}; this is ${versions.here}, which may require other clauses`]
      : []),
    ...(differing.length === 0 ? [] : ['', ...renderTable(differing.map(rowOf)), '']),
    ...differing.flatMap(renderDifferences),
    ...renderTurningPoint(iterations),
    ...oddities.map(({ seq, what }) => `  ! record ${seq} contradicts earlier records: ${plain(what)}`),
  ]);
};

const countDifferences = (differing: readonly ReplayedIteration[]): string => {
  const unknown = differing.filter((each) => each.unknown.length > 0).length;
  const otherwise = differing.length - unknown;
  const parts = [
    ...(otherwise > 0 ? [`${showCount(otherwise, 'decision')} ${otherwise === 1 ? 'differs' : 'differ'}`] : []),
    ...(unknown > 0 ? [`${unknown} cannot be known`] : []),
  ];
  return parts.length === 0 ? 'the decisions are the same, but the records are not consistent' : parts.join(', ');
};

type Row = readonly [iteration: string, recorded: string, again: string];

const rowOf = ({ phase, iteration, recorded, again, unknown, hypothetical }: ReplayedIteration): Row => [
  `${phase} ${iteration}${hypothetical ? ' *' : ''}`,
  recorded.next,
  unknown.length > 0 ? 'cannot be known' : (again?.next ?? 'not decided'),
];

const renderTable = (rows: readonly Row[]): readonly string[] => {
  const all: readonly Row[] = [['iteration', 'recorded', 'replayed'], ...rows];
  const [first, second] = [0, 1].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map(([one, two, three]) => `  ${one.padEnd(first ?? 0)}  ${two.padEnd(second ?? 0)}  ${three}`);
};

const renderDifferences = ({ phase, iteration, differences, unknown }: ReplayedIteration): readonly string[] => [
  `${phase} ${iteration}:`,
  ...unknown.map((why) => `  ? ${plain(why)}`),
  ...differences.flatMap(({ what, recorded, again }) => [
    `  - ${what}: ${plain(recorded) || 'none'}`,
    `  ${' '.repeat(what.length + 1)}→ ${plain(again) || 'none'}`,
  ]),
];

const renderTurningPoint = (iterations: readonly ReplayedIteration[]): readonly string[] => {
  const at = iterations.findIndex(({ hypothetical }) => hypothetical);
  const turning = iterations[at - 1];
  if (turning === undefined) return [];
  return [
    '',
    `* After ${turning.phase} ${turning.iteration} the run would have taken another path. The later decisions use recorded measurements that the run would not have made.`,
  ];
};

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
