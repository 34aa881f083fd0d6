/** The head of a page, from the last record of a run that has a config, whatever the file of the config has today. */
import { DualgateError } from '../../gates/errors.ts';
import { pictureOf } from './graph/picture-of.ts';
import { configIn } from '../records/ruling-config.ts';
import { findRecordedConfig, type ReplayConfig } from '../records/recorded-config.ts';
import { readPlan } from '../records/fold/run-sums.ts';
import type { WorkRecord } from '../records/records.ts';
import type { PageHead, PagePhase } from './page-data.ts';
import { showText } from './trim-value.ts';
import { compileGates, type Judge, type TddConfig } from '../../gates/compile-gates.ts';

type HeadFacts = Pick<PageHead, 'run' | 'going' | 'commands' | 'at'>;
type Planned = Pick<PageHead, 'chart' | 'phases'>;

const MAX_SPEC = 500;
const NOTHING: Planned = { chart: { width: 0, height: 0, nodes: [], edges: [] }, phases: [] };

/** @param ruling - the last record with a config; without a usable one, no chart, and phases as records name them */
export const headOf = (ruling: WorkRecord | undefined, facts: HeadFacts): PageHead => {
  const data = ruling === undefined ? null : configIn(ruling);
  const head = makeHead(data?.config, data === null ? null : findRecordedConfig(data), facts);
  return data?.breaker === undefined ? head : { ...head, breaker: data.breaker };
};

/** For a run without records: from the config that it starts with. */
export const headOfConfig = (config: ReplayConfig, facts: HeadFacts): PageHead => makeHead(config, config, facts);

/** @param written - of any version @param config - the same, where it is one of this version */
const makeHead = (written: unknown, config: ReplayConfig | null, facts: HeadFacts): PageHead => {
  const { spec, limits } = readPlan(written);
  return {
    v: 1,
    ...facts,
    spec: showText(spec, MAX_SPEC),
    ...(config === null ? NOTHING : plan(config)),
    ...(limits === null ? {} : { limits }),
  };
};

/** An older dualgate may have taken names that make no chart today. */
const plan = (config: ReplayConfig): Planned => {
  try {
    return { chart: pictureOf(config), phases: pagePhasesOf(config) };
  } catch (error) {
    if (!(error instanceof DualgateError)) throw error;
    return NOTHING;
  }
};

/**
 * In the order of the config. A condition that is a function is named, and is one clause.
 * @throws {PhaseError} when no chart can be built from the phases
 * @throws {ConditionError} when a condition does not compile
 */
export const pagePhasesOf = (config: TddConfig): readonly PagePhase[] =>
  compileGates(config).map((gate) => ({
    phase: gate.phase.phase,
    purpose: gate.phase.purpose,
    gate_1: gate.gate_1.source,
    gate_2: gate.gate_2.source,
    asks: {
      gate_1: asData(gate.gate_1),
      gate_2: asData(gate.gate_2),
      floor: gate.floor.map(({ rule, onlyWith, condition }) => ({
        rule,
        condition: asData(condition),
        ...(onlyWith === undefined ? {} : { onlyWith }),
      })),
    },
    green_runs_wanted: [gate.gate_1, ...gate.floor.map(({ condition }) => condition)].some(({ metrics }) =>
      metrics.includes('consecutive_green_runs'),
    )
      ? gate.greenRunsWanted
      : null,
    max_iterations: gate.phase.limits.max_iterations,
  }));

const asData = ({ source, metrics, clauses }: Judge): Pick<Judge, 'source' | 'metrics' | 'clauses'> => ({
  source,
  metrics,
  ...(clauses === undefined ? {} : { clauses }),
});
