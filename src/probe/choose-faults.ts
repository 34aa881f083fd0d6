/**
 * The order in which faults are tried: by a seed, spread over kinds and files. Pure: the same seed and the same faults
 * give the same order, on any machine.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import type { Fault, FaultKind } from './fault.ts';

/** What a test of the behaviour notices first; a constant may well be one that no test asks for. */
const KINDS: readonly FaultKind[] = ['return', 'condition', 'operator', 'statement', 'body', 'constant'];

/** All of them, each kind in turn, and of a kind the file that has had the fewest before; what is at a place again comes last. */
export const orderFaults = (faults: readonly Fault[], seed: string): readonly Fault[] => [
  ...spread(
    faults.filter(({ again }) => again === undefined),
    seed,
  ),
  ...spread(
    faults.filter(({ again }) => again === true),
    seed,
  ),
];

const spread = (faults: readonly Fault[], seed: string): readonly Fault[] => {
  const drawn = faults
    .map((fault) => ({ fault, lot: draw(seed, fault) }))
    .sort((one, other) => (one.lot < other.lot ? -1 : 1))
    .map(({ fault }) => fault);
  const waiting = new Map(KINDS.map((kind) => [kind, drawn.filter((fault) => fault.kind === kind)]));
  const ofFile = new Map<string, number>();
  const ordered: Fault[] = [];
  while (ordered.length < faults.length) {
    for (const kind of KINDS) {
      const left = waiting.get(kind) ?? [];
      const fewest = Math.min(...left.map(({ path }) => ofFile.get(path) ?? 0));
      const next = left.findIndex(({ path }) => (ofFile.get(path) ?? 0) === fewest);
      const [fault] = next === -1 ? [] : left.splice(next, 1);
      if (fault === undefined) continue;
      ordered.push(fault);
      ofFile.set(fault.path, (ofFile.get(fault.path) ?? 0) + 1);
    }
  }
  return ordered;
};

/** Only the sum of the seed and the fault: what else there is to draw from does not move it. */
const draw = (seed: string, { path, from, to, after }: Fault): string =>
  createHash('sha256')
    .update(JSON.stringify([seed, path, from, to, after]))
    .digest('hex');
