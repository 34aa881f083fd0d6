/**
 * The map of work phases: for the dialect that has them, and for phases that are there (RULES 3.11).
 *
 * @module
 */
import type { ConfigProblem } from './config-error.ts';
import type { Config } from './shape-config.ts';
import type { YamlDocument } from './yaml/read-yaml.ts';

export interface SignalsSource {
  readonly document: YamlDocument;
  /** The config's path as it is shown to people. */
  readonly path: string;
}

/** What is wrong with `signals` beside the other keys of the config. */
export const checkSignals = ({ signals, phases }: Config, source: SignalsSource): readonly ConfigProblem[] => {
  const names = Object.keys(signals.phase_map);
  const problem = (key: readonly string[], message: string): ConfigProblem => {
    const { line, column } = source.document.placeOf(['signals', 'phase_map', ...key]);
    return { path: source.path, line, column, message };
  };
  if (names.length > 0 && signals.dialect !== 'apm2' && signals.dialect !== 'auto') {
    return [problem([], `phase_map is for \`dialect: apm2\` alone (got ${signals.dialect})`)];
  }
  const known = phases.map(({ phase }) => phase);
  return names
    .filter((name) => !known.includes(name))
    .map((name) =>
      problem(
        [name],
        `phase_map names a phase that is not there (got ${name}). Name one of ${known.join(', ')}, or remove this key`,
      ),
    );
};
