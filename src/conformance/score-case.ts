/**
 * The confidence of a case whose preset has one (spec 002): its words from the transcript, the rest as it was measured.
 *
 * @module
 */
import { scoreConfidence } from '../../gates/confidence.ts';
import type { Confidence, Signal } from '../../gates/iteration.ts';
import { createKeywordFinder } from '../signals/patterns/find-keywords.ts';
import type { ConformanceCase } from './case-schema.ts';
import { configOfCase } from './config-of-case.ts';

/** `null` where the preset scores nothing. */
export const scoreCase = ({ preset, transcript, metrics }: ConformanceCase, signal: Signal): Confidence | null => {
  const { confidence } = configOfCase(preset);
  if (confidence === null) return null;
  const finder = createKeywordFinder(confidence.keywords, '');
  finder.write(Buffer.from(transcript));
  const changed = ['files_created', 'files_modified', 'files_deleted'].some((name) => Number(metrics[name] ?? 0) > 0);
  return scoreConfidence({
    signal,
    sourcesChanged: changed,
    taskDone: metrics.task_done === true,
    keywords: signal.reason === 'agent_failed' || signal.reason === 'agent_timed_out' ? [] : finder.end(),
    threshold: confidence.threshold,
    lowClaimsBefore: 0,
  });
};
