/**
 * The mutation check, for people; pure. Mutants contain text of the agent, which is disarmed.
 *
 * @module
 */
import type { RunEvent } from '../../records/run-events.ts';
import { plain } from './text/paint.ts';
import { showCount } from '../../text/amounts.ts';

type Tried = Extract<RunEvent, { readonly type: 'mutant.tested' }>;
type Ended = Extract<RunEvent, { readonly type: 'mutation_check.ended' }>;

const ENDS = {
  killed: 'killed',
  survived: 'survived',
  not_applicable: 'not applicable',
  out_of_budget: 'out of budget',
} as const satisfies Record<Tried['end'], string>;

/** The end of a mutant. */
export const nameMutantEnd = (end: Tried['end']): string => ENDS[end];

/** One mutant, and its end. */
export const renderMutant = ({
  path,
  line,
  before,
  after,
  end,
  why,
}: Pick<Tried, 'path' | 'line' | 'before' | 'after' | 'end' | 'why'>): string => {
  const shown = `${path}:${line}: ${before === '' ? '(nothing)' : before} → ${after === '' ? '(left out)' : after}`;
  return plain(`${nameMutantEnd(end)}: ${shown}${why === null ? '' : ` (${why})`}`);
};

/** In one line. */
export const renderMutationCheck = ({
  mutants_tested,
  mutants_killed,
  unproven,
  inconclusive,
}: Pick<Ended, 'mutants_tested' | 'mutants_killed' | 'unproven' | 'inconclusive'>): string => {
  if (inconclusive !== null) return plain(`mutation check: inconclusive: ${inconclusive}`);
  const left = unproven.length === 0 ? '' : `, ${showCount(unproven.length, 'change')} unproven`;
  return `mutation check: ${mutants_killed} of ${showCount(mutants_tested, 'mutant')} killed${left}`;
};
