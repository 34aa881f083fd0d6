/**
 * What the agent tells besides its signal, and what an iteration scores; pure. It is shown, and decides nothing (RULES 1.6).
 *
 * @module
 */
import type { RunEvent } from '../../records/run-events.ts';
import { plain } from './text/paint.ts';

type Said = Pick<(RunEvent & { readonly type: 'signal.read' })['signal'], 'told' | 'blockers'>;

/** Its own progress and confidence, what it asks for, and each thing that blocks it. */
export const renderSaid = ({ told, blockers }: Said): readonly string[] => [
  ...(told?.progress_percent === undefined ? [] : [`by its own word ${told.progress_percent} % done`]),
  ...(told?.confidence === undefined ? [] : [`by its own word of ${told.confidence} confidence`]),
  ...(told?.override === true ? ['it asks for the threshold to be lifted (EXIT_OVERRIDE)'] : []),
  ...blockers.map((blocker) => `blocked by: ${plain(blocker)}`),
];

type Read = Pick<(RunEvent & { readonly type: 'signal.read' })['signal'], 'detail'>;

/** What exactly is wrong with the block: of an exit signal of spec 003, in the words of that protocol. */
export const renderDetail = ({ detail }: Read): readonly string[] =>
  detail === undefined ? [] : [`in the block: ${plain(detail)}`];

/** What spec 003 has follow stands behind it. */
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
  /** Null where nothing was decided by it. */
  readonly verdict: (RunEvent & { readonly type: 'completion.scored' })['verdict'] | null;
};

/** Warnings are not in it: they are notes of the iteration, and shown with them. */
export const renderScore = ({ confidence, verdict }: Scored): string => {
  const given = Object.entries(confidence.parts).filter(([, points]) => points > 0);
  const parts = given.map(([part, points]) => `${part.replaceAll('_', ' ')} ${points}`).join(', ');
  const basis = BASIS[confidence.basis];
  const decided = verdict === null ? '' : `, decided by the ${verdict.decided_by}`;
  return `confidence ${confidence.score} of ${confidence.threshold} wanted (${parts === '' ? 'nothing speaks for it' : parts}${basis})${decided}`;
};

const BASIS = {
  block: '',
  block_without_nonce: '; the status block carries no NONCE, so what it says does not count',
  keywords: '; no status block, so by its words alone',
} as const satisfies Readonly<Record<Scored['confidence']['basis'], string>>;
