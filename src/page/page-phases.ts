/**
 * The phases of a config as the page gets them: their names and purposes, and all that their gates ask, as data.
 *
 * @module
 */
import { type CompiledGate, compileGates, type Judge, type TddConfig } from '../../gates/compile-gates.ts';
import type { AskedGate } from '../../gates/list-clauses.ts';
import type { PagePhase } from './page-data.ts';

/**
 * In the order of the config. A condition that is a function is named, and is one clause.
 *
 * @throws {PhaseError} when no chart can be built from the phases
 * @throws {ConditionError} when a condition does not compile
 */
export const pagePhasesOf = (config: TddConfig): readonly PagePhase[] =>
  compileGates(config).map((gate) => ({
    phase: gate.phase.phase,
    purpose: gate.phase.purpose,
    gate_1: gate.gate_1.source,
    gate_2: gate.gate_2.source,
    asks: asked(gate),
    max_iterations: gate.phase.limits.max_iterations,
  }));

const asked = ({ gate_1, gate_2, floor }: CompiledGate): AskedGate => ({
  gate_1: asData(gate_1),
  gate_2: asData(gate_2),
  floor: floor.map(({ rule, onlyWith, condition }) => ({
    rule,
    condition: asData(condition),
    ...(onlyWith === undefined ? {} : { onlyWith }),
  })),
});

const asData = ({ source, metrics, clauses }: Judge): Pick<Judge, 'source' | 'metrics' | 'clauses'> => ({
  source,
  metrics,
  ...(clauses === undefined ? {} : { clauses }),
});
