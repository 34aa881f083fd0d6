/**
 * The answer of a proof, for people: one line per claim; pure.
 *
 * @module
 */
import type { ChangeProof, RunProof } from '../../index.ts';
import { type Paint, plain } from './text/paint.ts';

/** A reason is a test's name or a line of a runner: so many are told, the others counted. */
const MAX_REASONS = 20;

export const renderProof = (proof: RunProof | ChangeProof, paint: Paint): string => {
  const { base, head, holds, claims, notes } = proof;
  const width = Math.max(...claims.map(({ id }) => id.length));
  return [
    `${'run' in proof ? `${plain(proof.run)}, ` : ''}${shorten(base)}..${shorten(head)}`,
    ...claims.flatMap((claim) => [
      `  ${claim.holds ? paint.good('✓ holds     ') : paint.bad('✗ not shown ')} ${paint.strong(claim.id.padEnd(width))} ${plain(claim.says)}`,
      ...bound(claim.because).map((reason) => `      ${plain(reason)}`),
    ]),
    ...('probe' in proof && proof.probe !== null
      ? [`  faults were chosen by the seed ${plain(proof.probe.seed)}`]
      : []),
    ...notes.map((note) => `  ${paint.warn('note')} ${plain(note)}`),
    holds ? paint.good('Proven: every claim holds.') : paint.bad('Not proven.'),
  ].join('\n');
};

const bound = (reasons: readonly string[]): readonly string[] =>
  reasons.length <= MAX_REASONS
    ? reasons
    : [...reasons.slice(0, MAX_REASONS), `and ${reasons.length - MAX_REASONS} more; --json has them all`];

const shorten = (commit: string): string => commit.slice(0, 12);
