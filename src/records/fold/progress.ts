/** Progress is measured (rule 4.2): sources and HEAD, or metrics, with values that are new in this phase. */
import { createHash } from 'node:crypto';
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';

/** The values that the phase has had, the last ones last; bounded. */
export interface Seen {
  /** Hashes of sources and HEAD. */
  readonly trees: readonly string[];
  /** Hashes of metrics; those of a part of the suite apart from those of the whole. */
  readonly metrics: readonly string[];
}

export const NOTHING_SEEN: Seen = { trees: [], metrics: [] };

/** A longer cycle is caught by the iterations of the phase. */
const MAX_SEEN = 32;

type Measured = Pick<IterationRecord, 'tree' | 'metrics' | 'work' | 'measured'>;

/** @param phaseTree - fingerprint when the phase began */
export const hasMoved = ({ trees, metrics }: Seen, phaseTree: string, measured: Measured): boolean => {
  if (trees.length === 0) return measured.tree.after !== phaseTree;
  if (!trees.includes(nameTree(measured))) return true;
  // A measurement of a part of the suite and one of the whole cannot be compared.
  const comparable = metrics.filter((each) => each.startsWith(kindOf(measured)));
  return comparable.length > 0 && !comparable.includes(nameMetrics(measured));
};

export const remember = ({ trees, metrics }: Seen, measured: Measured): Seen => ({
  trees: withLast(trees, nameTree(measured)),
  metrics: withLast(metrics, nameMetrics(measured)),
});

const withLast = (list: readonly string[], last: string): readonly string[] =>
  [...list.filter((each) => each !== last), last].slice(-MAX_SEEN);

const nameTree = ({ tree }: Measured): string => shortHash(JSON.stringify([tree.after, tree.head]));

const nameMetrics = (measured: Measured): string =>
  `${kindOf(measured)}${measured.work ?? nameWork(measured.metrics, (name) => !NOT_WORK.has(name))}`;

const kindOf = ({ measured }: Measured): string => `${measured ?? 'whole'} `;

/** The values of the metrics that describe the work, as one name. */
export const nameWork = (metrics: Metrics, isWork: (metric: string) => boolean): string =>
  shortHash(
    JSON.stringify(
      Object.entries(metrics)
        .filter(([name]) => isWork(name))
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  );

/** The metrics that do not count in records without `work`. Never extended: a measure declares it for its own metrics. */
const NOT_WORK: ReadonlySet<string> = new Set(
  'iteration refactoring_complete no_more_improvements_identified no_improvements_found files_created files_modified files_deleted completion_indicators indicator_threshold confidence completion_indicated mutants_tested mutants_killed'.split(
    ' ',
  ),
);

/** 64 bits: a collision costs one iteration that does not count as progress. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** A record without a run carries the count alone. */
export const hasProgressed = ({ progress, without_progress }: IterationRecord): boolean =>
  progress ?? without_progress === 0;

/** A crash is a failure, with or without changes; a time-out or a denial is one only if nothing changed. */
export const hasFailed = ({ turn }: Pick<IterationRecord, 'turn'>, progress: boolean): boolean =>
  turn.outcome === 'crashed' || (!progress && turn.outcome !== 'ok' && turn.outcome !== 'empty');
