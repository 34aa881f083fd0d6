/** The identity of the gates of a config: service and worker decide under the same ones, or not at all. */
import { createHash } from 'node:crypto';
import { compileGates, type TddConfig } from '../../../gates/compile-gates.ts';

/** SHA-256 over the phases, their conditions, limits and floor. */
export const hashGates = (config: TddConfig): string => {
  const gates = compileGates(config).map(({ phase, floor, gate_1, gate_2, greenRunsWanted }) => [
    phase.phase,
    phase.tests,
    phase.limits.max_iterations,
    gate_1.source,
    gate_2.source,
    greenRunsWanted,
    floor.map(({ condition }) => condition.source),
  ]);
  return createHash('sha256').update(JSON.stringify(gates)).digest('hex');
};
