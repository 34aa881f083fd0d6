/**
 * The confidence of spec 002 as it is measured in a run: git says what was modified and where the task file lies, the
 * agent's message says the rest.
 */
import { basename } from 'node:path/posix';
import picomatch from 'picomatch';
import { readStates } from '../integrity/freeze.ts';
import { indicatesCompletion, scoreConfidence } from '../../../gates/confidence.ts';
import type { Turn } from '../../../gates/iteration.ts';
import { type Fingerprint, hashEntries } from '../../project/sources/fingerprint.ts';
import { warnOfConfidence } from '../findings/warn-of-confidence.ts';
import { findKeywordsOfFile } from '../../signals/patterns/find-keywords.ts';
import type { Measure, Said } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

// Was the task file moved to its done folder? Measured from the files: the spec is not where it was, and a file of its name and
// of its very content lies in a done folder. The spec is frozen, so that a move shows as tampering, too (rule 2.7).

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
  measure: async ({ config, signal, run, last, said, turn }) => {
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
      keywords: await findSaid(said, turn, keywords),
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

/**
 * A turn that did not end well has no exit signal (rule 3.2). The transcript is read if it was not read while it was
 * printed.
 */
const findSaid = async (
  { received, transcript, prompt = '' }: Said,
  turn: Turn,
  keywords: readonly string[],
): Promise<readonly string[]> => {
  if (turn.exit_code !== 0) return [];
  return received?.keywords ?? (transcript === null ? [] : findKeywordsOfFile(transcript, keywords, prompt));
};

/** A task file that was moved is no work: the tree with the file where it was when the phase began. */
const movedBack = ({ files }: Fingerprint, moved: string, spec: string): string => {
  const back = [...files].map(([path, word]) => [path === moved ? spec : path, word] as const);
  return hashEntries(new Map(back.sort(([one], [other]) => (one < other ? -1 : 1))));
};
