/** The decision on an iteration: its scores, the question to a person, and why the phase is held. */
import type { Confidence } from '../../../gates/indicators.ts';
import type { CompletionVerdict } from '../../../gates/confidence.ts';
import type { Decision } from '../../../gates/decide.ts';
import { sayApproval } from '../fold/open-approval.ts';
import type { ExitGateEntry } from '../exit-gate-entry.ts';
import { type Hold, linesBelowCause, markLine, sayCauseOfHold } from '../say-hold.ts';
import { type At, detailAt, line, lineAt, durable } from './event-kind.ts';

/** Spec 000's own words and numbers, in phases that count indicators. */
const exitGate = durable<At & Omit<ExitGateEntry, 'event'>>({
  says: (event) => {
    const { indicators, threshold, completion_indicators: inText, evidence_indicators: inEvidence } = event;
    const wanted = threshold === 0 ? ', none required' : ` of ${threshold}`;
    const others = event.decided_by === 'exit_gate' ? '' : '; other clauses hold the phase';
    return [
      lineAt(
        event,
        `indicators: ${indicators}${wanted} (${inText} in text, ${inEvidence} in evidence)${others}`,
        'faint',
      ),
    ];
  },
});

export const DECISION_EVENTS = {
  /** `warnings`: one of the two conditions without the other, and claims of low confidence (spec 002). */
  'completion.scored': durable<
    At & {
      readonly confidence: Confidence;
      readonly verdict: CompletionVerdict;
      readonly warnings: readonly string[];
    }
  >({
    says: (event) => [lineAt(event, sayScore(event), 'faint')],
  }),
  /** `tree`: the fingerprint of the measured sources; `command` approves their exit. */
  'approval.asked': durable<At & { readonly tree: string; readonly command: string }>({
    between: ['loop', 'operator'],
    says: (event) => [line('operator', sayApproval(event), 'warn')],
  }),
  /** The lines of the hold, or of the exit, say it. */
  'iteration.decided': durable<At & { readonly decision: Decision }>(),
  exit_gate_passed: exitGate,
  exit_gate_blocked: exitGate,
  'phase.held': durable<
    At &
      Hold & {
        /** Globs of the files that each test run wrote; absent when none could be excluded. */
        readonly proposed_writes?: readonly string[];
      }
  >({
    between: ['gates', 'chart'],
    says: (event) => [
      lineAt(event, `held: ${sayCauseOfHold(event)}`, 'warn'),
      ...linesBelowCause(event).map((each) => detailAt(event, markLine(each))),
    ],
  }),
} as const;

/** Without warnings, which are notes of the iteration. @param scored.verdict - null if it decided nothing */
export const sayScore = ({
  confidence,
  verdict,
}: {
  readonly confidence: Confidence;
  readonly verdict: CompletionVerdict | null;
}): string => {
  const given = Object.entries(confidence.parts).filter(([, points]) => points > 0);
  const parts = given.map(([part, points]) => `${part.replaceAll('_', ' ')} ${points}`).join(', ');
  const basis = BASIS[confidence.basis];
  const decided = verdict === null ? '' : `, decided by the ${verdict.decided_by}`;
  return `confidence ${confidence.score} of ${confidence.threshold} required (${parts === '' ? 'no points' : parts}${basis})${decided}`;
};

const BASIS = {
  block: '',
  block_without_nonce: '; the status block has no NONCE, so it gives no points',
  keywords: '; no status block, so by its text alone',
} as const satisfies Readonly<Record<Confidence['basis'], string>>;
