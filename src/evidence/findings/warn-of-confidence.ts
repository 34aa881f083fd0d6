/** Warnings about a score of spec 002. */
import { indicatesCompletion, REVIEW_AFTER } from '../../../gates/confidence.ts';
import type { Confidence } from '../../../gates/indicators.ts';
import type { Finding } from '../../../gates/iteration.ts';
import { finding } from './findings.ts';

/** The unmet clause already says how to fix a block without a nonce. */
export const warnOfConfidence = (confidence: Confidence): readonly Finding[] => {
  const { parts, low_claims: iterations, score, basis } = confidence;
  const indicated = indicatesCompletion(confidence);
  const signalled = parts.phase_complete > 0;
  return [
    ...(indicated && !signalled ? [finding('completion.without_signal', { basis })] : []),
    ...(signalled && !indicated ? [finding('completion.signal_alone')] : []),
    ...(iterations >= REVIEW_AFTER ? [finding('completion.low_confidence', { iterations, score })] : []),
  ];
};
