/**
 * The config as the first record of a run has it, and the hash by which a run that is resumed knows it again.
 *
 * @module
 */
import { describeCondition } from '../../gates/phase.ts';
import type { Config } from '../config/shape-config.ts';
import { hashBytes } from '../ledger/ledger-record.ts';
import { sealValues } from '../redact/seal-values.ts';

type Described = Readonly<Record<string, unknown>>;

/**
 * The config as JSON, functions by their names, values of `agent.env` sealed, without where it lies: a checkout may be moved.
 */
export const describeConfig = (config: Config): Described =>
  describePlain({ ...config, agent: { ...config.agent, env: sealValues(config.agent.env) } });

/** Hash of everything that a run goes by: a resumed run must have the same. */
export const hashConfig = (config: Config): string => hashBytes(JSON.stringify(describeConfig(config)));

/**
 * Whether a run was begun under this config.
 *
 * @param hash - of its first record; in older ones the values of `agent.env` stand as they are
 */
export const isConfigOf = (hash: string, config: Config): boolean =>
  hash === hashConfig(config) || hash === hashBytes(JSON.stringify(describePlain(config)));

/** `metrics` follow from the rest, and no `measures` is what a config before them had. */
const describePlain = ({
  path: _path,
  folder: _folder,
  files: _files,
  metrics: _metrics,
  measures,
  ...config
}: Config): Described => ({
  ...config,
  ...(measures.length === 0
    ? {}
    : {
        measures: measures.map(({ measure, ...rest }) => ({
          ...rest,
          measure: measure === null ? null : '[function]',
        })),
      }),
  phases: config.phases.map((phase) => ({
    ...phase,
    gate_1: { ...phase.gate_1, condition: describeCondition(phase.gate_1) },
    gate_2: { ...phase.gate_2, condition: describeCondition(phase.gate_2) },
  })),
});
