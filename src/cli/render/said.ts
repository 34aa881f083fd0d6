/**
 * Prints the agent's report with its signal, and the score of an iteration; pure. It decides nothing (rule 1.6).
 *
 * @module
 */
import type { RunEvent } from '../../records/run-events.ts';
import { plain } from './text/paint.ts';

type Said = Pick<(RunEvent & { readonly type: 'signal.read' })['signal'], 'told' | 'blockers'>;

/** Its own progress and confidence, its requests, and its blockers. */
export const renderSaid = ({ told, blockers }: Said): readonly string[] => [
  // 100 % says no more than the exit signal.
  ...(told?.progress_percent === undefined || told.progress_percent === 100
    ? []
    : [`reported progress: ${told.progress_percent} %`]),
  ...(told?.confidence === undefined ? [] : [`reported confidence: ${told.confidence}`]),
  ...(told?.override === true ? ['requests to lift the threshold (EXIT_OVERRIDE)'] : []),
  ...blockers.map((blocker) => `blocked by: ${plain(blocker)}`),
];

type Read = Pick<(RunEvent & { readonly type: 'signal.read' })['signal'], 'detail'>;

/** The problem of the block, for an exit signal of spec 003 in the words of that protocol. */
export const renderDetail = ({ detail }: Read): readonly string[] =>
  detail === undefined ? [] : [`in the block: ${plain(detail)}`];

/** The reason of the exit signal; nothing if its value says it already. */
export const reasonOf = ({ reason }: { readonly reason: string }): readonly string[] =>
  reason === 'explicit_true' || reason === 'explicit_false' ? [] : [reason];

/** With the facts that spec 003 adds. */
export const renderSession = (event: RunEvent & { readonly type: 'session.completed' }): string => {
  const { phase_completed, exit_reason, next_work_phase, pr_url, evidence_bundle_ref, forced_exits = [] } = event;
  const facts = [
    ...(next_work_phase === null ? [] : [`next ${next_work_phase}`]),
    ...(pr_url === undefined ? [] : [plain(pr_url)]),
    ...(evidence_bundle_ref === undefined ? [] : [plain(evidence_bundle_ref)]),
    ...(forced_exits.length === 0 ? [] : [`with a forced exit of ${forced_exits.map(plain).join(', ')}`]),
  ];
  return [`session completed: ${phase_completed} ${exit_reason}`, ...facts].join(', ');
};

type Scored = Pick<RunEvent & { readonly type: 'completion.scored' }, 'confidence'> & {
  /** Null if it decided nothing. */
  readonly verdict: (RunEvent & { readonly type: 'completion.scored' })['verdict'] | null;
};

/** Without warnings, which are notes of the iteration. */
export const renderScore = ({ confidence, verdict }: Scored): string => {
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
} as const satisfies Readonly<Record<Scored['confidence']['basis'], string>>;
