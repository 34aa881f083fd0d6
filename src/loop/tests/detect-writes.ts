/**
 * The cause of changed sources in a measurement: the suite, or something in the background. The suite runs once more
 * for it, after the iteration failed. The result is a proposal; nothing is excluded by it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { dirname, extname } from 'node:path/posix';
import type { Finding } from '../../../gates/iteration.ts';
import type { Config } from '../../project/config/config.ts';
import { cut, finding } from '../../evidence/findings/findings.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import { compareFingerprints, type Fingerprint, findMoved } from '../../project/sources/fingerprint.ts';
import { findNeeded } from '../../evidence/integrity/needed-sources.ts';
import { proposeWrites, renderAcceptance, renderWrites } from '../../evidence/propose-writes.ts';
import { lookAtSources, type RunContext } from '../run-context.ts';
import type { MeasuredRun } from '../../evidence/measures/measure.ts';
import type { Turned } from '../iteration.ts';
import type { WriteDetection } from '../../records/fold/reopened-tests.ts';
import { measureSuite } from './measure-suite.ts';

/** How long the sources are watched while dualgate runs nothing; milliseconds. */
const QUIET_MS = 1_000;

/** `null` when the last test run of the iteration changed no source. */
export const detectWrites = async (
  context: RunContext,
  { phase, iteration, before, after: turned }: Pick<Turned, 'phase' | 'iteration' | 'before' | 'after'>,
  first: MeasuredRun,
  signal: AbortSignal,
): Promise<WriteDetection | null> => {
  const { config, journal, emit } = context;
  if (findMoved(first.before, first.after).length === 0) return null;
  emit({
    type: 'notice',
    text: 'The sources changed while they were measured. The suite runs once more, to find the files that it writes itself.',
  });
  const state = journal.state();
  await wait(QUIET_MS, undefined, { signal });
  const quiet = await lookAtSources(config, state);
  const background = findMoved(first.after, quiet);
  // This run is no measurement and emits no events.
  await measureSuite({ ...context, emit: () => {} }, { signal, at: { phase, iteration }, purpose: 'write_detection' });
  signal.throwIfAborted();
  const again = await lookAtSources(config, state);
  const each = findWrittenByEach([first, { before: quiet, after: again }], new Set(background));
  // Files that earlier runs of the suite left under other names are no reason for narrower globs.
  const present = [...new Set([...each, ...state.writes.found])].filter((path) => again.files.has(path));
  const withheld = await findWithheld(context, { before, turned }, { present, files: again.files });
  const free = new Set(present.filter((path) => !withheld.has(path)));
  const written = each.filter((path) => free.has(path));
  const others = [...again.files.keys()].filter((path) => !free.has(path));
  const kept = [...withheld].filter(([path]) => each.includes(path));
  return { proposed: proposeWrites(written, others), written, withheld: Object.fromEntries(kept), background };
};

interface Span {
  readonly before: Fingerprint;
  readonly after: Fingerprint;
}

/** Changed in both runs; or new under different names, when both runs make one with that extension in that folder. */
const findWrittenByEach = (spans: readonly [Span, Span], background: ReadonlySet<string>): readonly string[] => {
  const [one, other] = spans.map(({ before, after }) =>
    findMoved(before, after).filter((path) => !background.has(path)),
  );
  const [made = [], remade = []] = spans.map((span) => listMade(span).filter((path) => !background.has(path)));
  const inBoth = (one ?? []).filter((path) => other?.includes(path) === true);
  const [kinds, rekinds] = [new Set(made.map(kindOf)), new Set(remade.map(kindOf))];
  const named = [
    ...made.filter((path) => rekinds.has(kindOf(path))),
    ...remade.filter((path) => kinds.has(kindOf(path))),
  ];
  return [...new Set([...inBoth, ...named])].sort();
};

const listMade = ({ before, after }: Span): readonly string[] =>
  [...after.files.keys()].filter((path) => !before.files.has(path));

const kindOf = (path: string): string => `${dirname(path)}/*${extname(path)}`;

const ELSEWHERE = 'make the tests write elsewhere';

/** A person can decide whether it belongs to the suite. */
const BY_NAME = `${ELSEWHERE}, or let an operator check it and accept it by its name (dualgate accept --writes)`;

/** The suite made it itself: it was missing when the turn ended, or an earlier run of the suite made it. */
const findWithheld = async (
  { config, journal }: RunContext,
  { before, turned }: { readonly before: Fingerprint; readonly turned: Fingerprint },
  { present, files }: { readonly present: readonly string[]; readonly files: Fingerprint['files'] },
): Promise<ReadonlyMap<string, string>> => {
  const { frozen, writes } = journal.state();
  const { created, modified } = compareFingerprints(before, turned);
  const touched = new Set([...created, ...modified]);
  const needed = await findNeeded(config.folder, present, { sources: files.keys(), frozen });
  const withheld = new Map([...needed].map(([path, why]) => [path, `${why}: ${ELSEWHERE}`]));
  for (const path of present) {
    if (withheld.has(path) || !turned.files.has(path)) continue;
    if (touched.has(path)) withheld.set(path, `was made or changed in the turn of the agent: ${BY_NAME}`);
    else if (!writes.found.includes(path)) withheld.set(path, `was a source before any test run wrote it: ${BY_NAME}`);
  }
  return withheld;
};

const MAX_NAMED = 10;

export const findingsOfWrites = (
  { tests }: Pick<Config, 'tests'>,
  { writes }: Pick<WorkState, 'writes'>,
  write_detection: WriteDetection | null,
): readonly Finding[] => {
  if (write_detection === null) return [];
  const { proposed: globs, written, withheld, background } = write_detection;
  const kept = Object.entries(withheld);
  const config = renderWrites([...tests.writes, ...writes.accepted, ...globs]);
  const order = renderAcceptance(globs);
  return [
    ...(globs.length === 0 ? [] : [finding('tests.write', { ...cut(written), globs, order, config })]),
    ...kept.slice(0, MAX_NAMED).map(([path, why]) => finding('tests.write.withheld', { path, why })),
    ...(kept.length > MAX_NAMED ? [finding('tests.write.more', { count: kept.length - MAX_NAMED })] : []),
    ...(background.length === 0 ? [] : [finding('sources.written_in_background', cut(background))]),
  ];
};
