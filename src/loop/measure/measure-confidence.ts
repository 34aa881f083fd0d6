/**
 * The confidence of spec 002 as it is measured in a run: git says what was modified and where the task file lies, the
 * agent's message says the rest.
 *
 * @module
 */
import { indicatesCompletion, scoreConfidence, warningsOf } from '../../../gates/confidence.ts';
import type { Confidence, Signal, Turn } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import type { Config } from '../../config/config.ts';
import { type Fingerprint, hashEntries } from '../../sources/fingerprint.ts';
import { findMovedTask } from '../../evidence/task-done.ts';
import { findKeywordsOfFile } from '../../signals/patterns/find-keywords.ts';
import type { Facts } from '../run-site.ts';
import type { WorkState } from '../../records/fold/work-state.ts';

export interface ConfidenceQuestion {
  readonly config: Pick<Config, 'confidence' | 'folder' | 'work'>;
  readonly facts: Pick<Facts, 'transcript' | 'heard' | 'prompt'>;
  readonly turn: Turn;
  readonly signal: Signal;
  readonly state: Pick<WorkState, 'phaseTree' | 'frozen' | 'held'>;
  readonly last: Fingerprint;
}

export interface ConfidenceMeasured {
  readonly metrics: Metrics;
  /** Nothing where the config asks for none. */
  readonly confidence?: Confidence;
  /** For people and for the next prompt. */
  readonly notes: readonly string[];
}

export const measureConfidence = async (question: ConfidenceQuestion): Promise<ConfidenceMeasured> => {
  const { config, signal, state, last } = question;
  if (config.confidence === null) return { metrics: {}, notes: [] };
  const { threshold, keywords, done } = config.confidence;
  const { spec } = config.work;
  const moved = await findMovedTask({
    folder: config.folder,
    spec,
    frozen: state.frozen[spec],
    files: last.files.keys(),
    done,
  });
  const confidence = scoreConfidence({
    signal,
    threshold,
    sourcesChanged:
      last.tree !== state.phaseTree && (moved === null || movedBack(last, moved, spec) !== state.phaseTree),
    taskDone: moved !== null,
    keywords: await findSaid(question, keywords),
    lowClaimsBefore: state.held?.record.confidence?.low_claims ?? 0,
  });
  return { ...metricsOfConfidence(confidence), confidence };
};

/** A turn that did not end well has said nothing (RULES 3.2). The transcript is read where nobody listened. */
const findSaid = async (
  { facts: { heard, transcript, prompt = '' }, turn }: ConfidenceQuestion,
  keywords: readonly string[],
): Promise<readonly string[]> => {
  if (turn.exit_code !== 0) return [];
  return heard?.keywords ?? (transcript === null ? [] : findKeywordsOfFile(transcript, keywords, prompt));
};

/** A task file that was moved is no work: the tree with the file where it was when the phase began. */
const movedBack = ({ files }: Fingerprint, moved: string, spec: string): string => {
  const back = [...files].map(([path, word]) => [path === moved ? spec : path, word] as const);
  return hashEntries(new Map(back.sort(([one], [other]) => (one < other ? -1 : 1))));
};

/** Metrics and notes of a score. */
const metricsOfConfidence = (confidence: Confidence): Omit<ConfidenceMeasured, 'confidence'> => ({
  metrics: {
    confidence: confidence.score,
    confidence_threshold: confidence.threshold,
    completion_indicated: indicatesCompletion(confidence),
  },
  notes: warningsOf(confidence),
});
