/** The confidence of spec 002. */
import { basename } from 'node:path/posix';
import picomatch from 'picomatch';
import { readStates } from '../integrity/freeze.ts';
import { indicatesCompletion, scoreConfidence } from '../../../gates/confidence.ts';
import { type Fingerprint, hashEntries } from '../../project/sources/fingerprint.ts';
import { warnOfConfidence } from '../findings/warn-of-confidence.ts';
import { findKeywordsOfFile } from '../../signals/patterns/find-keywords.ts';
import { type Measure, findSaid } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

// Was the task file moved to its done folder? The spec is frozen, so that a move shows as tampering, too (rule 2.7).

interface TaskQuestion {
  readonly folder: string;
  /** Relative to the folder, with `/`. */
  readonly spec: string;
  /** Its frozen content, a hash; undefined outside of a run. */
  readonly frozen: string | undefined;
  /** Paths of all sources. */
  readonly files: Iterable<string>;
  /** Globs of done folders. */
  readonly done: readonly string[];
}

/** Its place, or `null`. A copy beside the spec is no move, and neither is another file of its name. */
export const findMovedTask = async ({ folder, spec, frozen, files, done }: TaskQuestion): Promise<string | null> => {
  const paths = [...files];
  if (frozen === undefined || paths.includes(spec)) return null;
  const matches = picomatch([...done], { dot: true });
  const moved = paths.filter((path) => path !== spec && basename(path) === basename(spec) && matches(path));
  if (moved.length === 0) return null;
  const states = await readStates(folder, moved);
  return moved.find((path) => states[path] === frozen) ?? null;
};

/** The agent's own statements are no progress. */
export const confidence = {
  after: 'last_look',
  metrics: METRICS_OF.confidence,
  measure: async (question) => {
    const { config, signal, run, last } = question;
    if (config.confidence === null) return { metrics: {} };
    const { threshold, keywords, done } = config.confidence;
    const { spec } = config.work;
    const moved = await findMovedTask({
      folder: config.folder,
      spec,
      frozen: run.frozen[spec],
      files: last.files.keys(),
      done,
    });
    const scored = scoreConfidence({
      signal,
      threshold,
      sourcesChanged: last.tree !== run.phaseTree && (moved === null || movedBack(last, moved, spec) !== run.phaseTree),
      taskDone: moved !== null,
      keywords: await findSaid(question, 'keywords', keywords, findKeywordsOfFile),
      lowClaimsBefore: run.lowClaims,
    });
    return {
      metrics: {
        confidence: scored.score,
        confidence_threshold: scored.threshold,
        completion_indicated: indicatesCompletion(scored),
      },
      findings: warnOfConfidence(scored),
      found: { confidence: scored },
    };
  },
} as const satisfies Measure;

/** A task file that was moved is no work: the tree with the file where it was when the phase began. */
const movedBack = ({ files }: Fingerprint, moved: string, spec: string): string => {
  const back = [...files].map(([path, word]) => [path === moved ? spec : path, word] as const);
  return hashEntries(new Map(back.sort(([one], [other]) => (one < other ? -1 : 1))));
};
