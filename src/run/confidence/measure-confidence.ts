/**
 * The confidence of spec 002 as it is measured in a run: git says what was modified and where the task file lies, the
 * agent's message says the rest.
 *
 * @module
 */
import { type Confidence, indicatesCompletion, REVIEW_AFTER, scoreConfidence } from '../../../gates/confidence.ts';
import type { Signal, Turn } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import type { Config } from '../../config/config.ts';
import { type Fingerprint, hashEntries } from '../../evidence/fingerprint.ts';
import { findMovedTask } from '../../evidence/task-done.ts';
import { findKeywordsOfFile } from '../../signals/find-keywords.ts';
import type { Facts } from '../run-site.ts';
import type { WorkState } from '../work-state.ts';

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

/** Of a message that has no structured signal. The way out is told with the clause that is not met. */
const WITHOUT_SIGNAL = {
  block: 'no status block says that the phase is complete',
  block_without_nonce: 'the status block carries no NONCE, so what it says does not count',
  keywords: 'no status block says that the phase is complete',
} as const satisfies Readonly<Record<Confidence['basis'], string>>;

/** One of the two conditions without the other, and claims that come to nothing (spec 002). */
export const warningsOf = (confidence: Confidence): readonly string[] => {
  const { parts, low_claims, score } = confidence;
  const indicated = indicatesCompletion(confidence);
  const signalled = parts.phase_complete > 0;
  return [
    ...(indicated && !signalled
      ? [`Completion is indicated without the structured signal: ${WITHOUT_SIGNAL[confidence.basis]}`]
      : []),
    ...(signalled && !indicated
      ? ['The structured signal is set, and nothing else indicates completion: the message has none of its words']
      : []),
    ...(low_claims >= REVIEW_AFTER
      ? [
          `${low_claims} iterations in a row claim to be done at a low confidence (${score} of 100): a manual review is suggested, dualgate explain shows each`,
        ]
      : []),
  ];
};
