/**
 * What the commits of a run say of themselves: are they all there, in the order of the phases, and was none forced? Pure.
 *
 * @module
 */
import { type Claim, claim } from './claim.ts';
import type { RunCommit } from './run-commits.ts';

/** @param phases names of the phases of the first commit's config, in order */
export const judgeChain = (commits: readonly RunCommit[], phases: readonly string[]): readonly Claim[] => {
  const exits = commits.filter(({ trailers }) => trailers.phase !== null);
  const named = exits.map(({ trailers }) => trailers.phase ?? '');
  const forced = exits.filter(({ trailers }) => trailers.forced !== null);
  const configs = new Set(commits.map(({ trailers }) => trailers.config));
  return [
    claim('commits', `the start and the exits of ${phases.join(', ')} are commits, in this order`, [
      ...(commits[0]?.trailers.phase === null ? [] : ['the commit of the start is missing']),
      ...phases.filter((phase) => !named.includes(phase)).map((phase) => `the exit of ${phase} has no commit`),
      ...named.filter((phase) => !phases.includes(phase)).map((phase) => `the config knows no phase ${phase}`),
      ...named.filter((phase, at) => named.indexOf(phase) < at).map((phase) => `the exit of ${phase} has two commits`),
      ...(isInOrder(named, phases) ? [] : [`they come in another order: ${named.join(', ')}`]),
      ...(configs.size > 1 ? ['they name different configs'] : []),
    ]),
    claim(
      'unforced',
      'every phase was left by both gates',
      forced.map(
        ({ trailers }) =>
          `${trailers.phase ?? ''} was forced by ${trailers.forced?.by ?? ''}: ${trailers.forced?.reason ?? ''}`,
      ),
    ),
  ];
};

const isInOrder = (named: readonly string[], phases: readonly string[]): boolean => {
  const places = named.map((phase) => phases.indexOf(phase));
  return places.every((place, at) => at === 0 || place >= (places[at - 1] ?? 0));
};
