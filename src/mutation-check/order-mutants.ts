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
  const drawn = countAlike(mutants)
    .map(({ mutant, alike }) => ({ mutant, lot: draw(seed, mutant, alike) }))
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

/** The number of the mutants of the same text before each, in the order of the text. */
const countAlike = (mutants: readonly Mutant[]): readonly { readonly mutant: Mutant; readonly alike: number }[] => {
  const seen = new Map<string, number>();
  return mutants
    .toSorted((one, other) => one.from - other.from)
    .map((mutant) => {
      const text = JSON.stringify([mutant.path, mutant.kind, mutant.before, mutant.after]);
      const alike = seen.get(text) ?? 0;
      seen.set(text, alike + 1);
      return { mutant, alike };
    });
};

/**
 * Only the hash of the seed and of the mutant's own text: neither other candidates nor its place affect it, so that a comment,
 * an empty line or more code draws nothing again.
 */
const draw = (seed: string, { path, kind, before, after }: Mutant, alike: number): string =>
  createHash('sha256')
    .update(JSON.stringify([seed, path, kind, before, after, alike]))
    .digest('hex');
