/**
 * What a run set out to do, from the config that its first record holds. That record may be of any version, so nothing of its
 * form is taken for granted.
 *
 * @module
 */
import type { WorkRecord } from '../records/work-record.ts';

export interface RunPlanned {
  readonly spec: string;
  /** Names, in order. */
  readonly phases: readonly string[];
}

/** Of phases that the config does not name, those that the records speak of. */
export const readPlan = (records: readonly WorkRecord[]): RunPlanned => {
  const started = records.find((record) => record.type === 'run.started');
  const config: unknown = started?.data.config;
  const spec = read(read(config, 'work'), 'spec');
  const listed = read(config, 'phases');
  const named = Array.isArray(listed) ? listed.map((phase: unknown) => read(phase, 'phase')) : [];
  const spoken = records.flatMap(({ data }) => ('phase' in data ? [data.phase] : []));
  const isName = (name: unknown): name is string => typeof name === 'string' && name !== '';
  return { spec: isName(spec) ? spec : '', phases: [...new Set([...named, ...spoken].filter(isName))] };
};

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** The phase that the records leave the work at; null when it is over. */
export const findPhase = (records: readonly WorkRecord[], phases: readonly string[]): string | null => {
  const after = (phase: string): string | null => phases[phases.indexOf(phase) + 1] ?? null;
  let phase = phases[0] ?? null;
  for (const record of records) {
    if (record.type === 'phase.left' || record.type === 'operator.rolled_back') phase = after(record.data.phase);
    if (record.type === 'operator.aborted') return null;
  }
  return phase;
};
