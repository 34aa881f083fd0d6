/**
 * The sections of presets as the rest of dualgate takes them: indicators (spec 000) and lists of plans (spec 004).
 *
 * @module
 */
import type { WrittenConfig } from './schema/config-schema.ts';
import type { WrittenExitGate } from './schema/exit-gate-schema.ts';

/** That a signal and tests are asked for is not in it: nothing switches them off. */
export type ExitGateConfig = Readonly<
  Omit<WrittenExitGate, 'require_explicit_signal' | 'stagnation_threshold'> & {
    /** `null`: not counted. */
    stagnation_threshold: number | null;
  }
>;

/** Paths are relative to the folder of the config, with `/`. */
export interface PlansConfig {
  readonly roadmap: string | null;
  /** The first that is there counts. */
  readonly tasks: readonly string[] | null;
  readonly optional: readonly string[];
}

/** From what was written to what is meant. */
export const shapeExitGate = ({
  require_explicit_signal: _alwaysTrue,
  stagnation_threshold: threshold,
  ...written
}: WrittenExitGate): ExitGateConfig => ({ ...written, stagnation_threshold: threshold ?? null });

/** From what was written to what is meant. */
export const shapePlans = ({ roadmap, tasks, optional }: NonNullable<WrittenConfig['plans']>): PlansConfig => ({
  roadmap: roadmap === undefined ? null : plain(roadmap),
  tasks: tasks === undefined ? null : tasks.map(plain),
  optional,
});

const plain = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
