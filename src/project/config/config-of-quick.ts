/** The quick profile of a run: the phases up to the first one whose tests must pass (RED and GREEN). */
import type { Config } from './config.ts';

/** The floor stays as it is: it asks for both gates, two green runs and the mutation check in these phases, too. */
export const configOfQuick = (config: Config): Config => {
  const { phases } = config;
  const quick = phasesOfQuick(phases);
  return quick.length === phases.length ? config : { ...config, quick: true, phases: quick };
};

/** All phases, if none of them has tests that must pass. */
export const phasesOfQuick = <P extends { readonly tests: string }>(phases: readonly P[]): readonly P[] => {
  const green = phases.findIndex(({ tests }) => tests === 'must_pass');
  return green === -1 ? phases : phases.slice(0, green + 1);
};
