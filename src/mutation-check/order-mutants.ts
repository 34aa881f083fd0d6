/**
 * The order in which mutants are tested. Pure.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import type { Mutant, MutantKind } from './mutant.ts';

/**
 * Kinds that a test of the behaviour kills first; a constant may matter to no test. An answer that is missing is noticed
 * by any test, so the input in its place comes next.
 */
const KINDS: readonly MutantKind[] = [
  'return',
  'input',
  'condition',
  'operator',
  'arguments',
  'statement',
  'body',
  'constant',
  'guard',
];

/**
 * The order of mutants: by a seed, spread over kinds and files. Pure: the same seed and the same mutants give the
 * same order, on any machine.
 *
 * All of them, each kind in turn, and within a kind the file with the fewest so far; alternatives at one place come
 * last.
 */
export const orderMutants = (mutants: readonly Mutant[], seed: string): readonly Mutant[] => [
  ...spread(
    mutants.filter(({ again }) => again === undefined),
    seed,
  ),
  ...spread(
    mutants.filter(({ again }) => again === true),
    seed,
  ),
];

const spread = (mutants: readonly Mutant[], seed: string): readonly Mutant[] => {
  const drawn = mutants
    .map((mutant) => ({ mutant, lot: draw(seed, mutant) }))
    .sort((one, other) => (one.lot < other.lot ? -1 : 1))
    .map(({ mutant }) => mutant);
  const waiting = new Map(KINDS.map((kind) => [kind, drawn.filter((mutant) => mutant.kind === kind)]));
  const ofFile = new Map<string, number>();
  const ordered: Mutant[] = [];
  while (ordered.length < mutants.length) {
    for (const kind of KINDS) {
      const left = waiting.get(kind) ?? [];
      const fewest = Math.min(...left.map(({ path }) => ofFile.get(path) ?? 0));
      const next = left.findIndex(({ path }) => (ofFile.get(path) ?? 0) === fewest);
      const [mutant] = next === -1 ? [] : left.splice(next, 1);
      if (mutant === undefined) continue;
      ordered.push(mutant);
      ofFile.set(mutant.path, (ofFile.get(mutant.path) ?? 0) + 1);
    }
  }
  return ordered;
};

/** Only the hash of seed and mutant: the other candidates do not affect it. */
const draw = (seed: string, { path, from, to, after }: Mutant): string =>
  createHash('sha256')
    .update(JSON.stringify([seed, path, from, to, after]))
    .digest('hex');
