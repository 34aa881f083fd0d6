/** Indicator thresholds that can never be reached, and lists that the agent cannot tick. */
import { relative } from 'node:path';
import type { ConfigProblem } from './find-config.ts';
import type { Config } from './shape-config.ts';
import { specsOf } from './shape-work.ts';
import type { YamlDocument } from './read-yaml.ts';

interface Source {
  readonly document: YamlDocument;
  /** The config's path as it is shown to people. */
  readonly path: string;
}

/** The problems of `exit_gate`. */
export const checkExitGate = ({ exit_gate: gate, checks }: Config, source: Source): readonly ConfigProblem[] => {
  if (gate === null) return [];
  const { patterns, evidence_checks: evidence, indicator_threshold: threshold } = gate;
  const most = patterns.length + Object.values(evidence).filter(Boolean).length;
  const twice = patterns.findIndex((pattern, i) => patterns.indexOf(pattern) < i);
  return [
    ...(gate.enabled && threshold > most
      ? [
          problem(
            source,
            ['exit_gate', 'indicator_threshold'],
            `indicator_threshold must be ${most} or less, the number of patterns (${patterns.length}) and evidence checks (${most - patterns.length}), or it can never be reached (got ${threshold})`,
          ),
        ]
      : []),
    ...(twice < 0
      ? []
      : [
          problem(source, ['exit_gate', 'patterns', twice], `patterns[${twice}] is listed twice and would count twice`),
        ]),
    ...(evidence.build && !checks.some(({ name }) => name === 'build')
      ? [
          problem(
            source,
            ['exit_gate', 'evidence_checks', 'build'],
            'evidence_checks.build has no command: set checks.build',
          ),
        ]
      : []),
  ];
};

/** A frozen file cannot be ticked (rule 2.7). */
export const checkPlans = (config: Config, source: Source): readonly ConfigProblem[] => {
  const { plans, work, files, folder } = config;
  if (plans === null) return [];
  const frozen = new Set([...specsOf(work), ...files.map((file) => relative(folder, file).replaceAll('\\', '/'))]);
  const named = [
    ...(plans.roadmap === null ? [] : [{ key: ['plans', 'roadmap'], file: plans.roadmap }]),
    ...(plans.tasks ?? []).map((file, i) => ({ key: ['plans', 'tasks', i], file })),
  ];
  return named
    .filter(({ file }) => frozen.has(file))
    .map(({ key, file }) =>
      problem(
        source,
        key,
        `plans must not name ${file}, which is frozen and cannot be ticked. Keep the list in a separate file`,
      ),
    );
};

const problem = ({ document, path }: Source, key: readonly PropertyKey[], message: string): ConfigProblem => {
  const { line, column } = document.placeOf(key);
  return { path, line, column, message };
};
