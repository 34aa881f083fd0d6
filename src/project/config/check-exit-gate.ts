/** Indicator thresholds that can never be reached, and lists that the agent cannot tick. */
import { relative } from 'node:path';
import { type Config, specsOf } from './config.ts';
import type { KeyProblem } from './find-config.ts';

export const checkExitGate = ({ exit_gate: gate, checks }: Config): readonly KeyProblem[] => {
  if (gate === null) return [];
  const { patterns, evidence_checks: evidence, indicator_threshold: threshold } = gate;
  const most = patterns.length + Object.values(evidence).filter(Boolean).length;
  const twice = patterns.findIndex((pattern, i) => patterns.indexOf(pattern) < i);
  return [
    ...(gate.enabled && threshold > most
      ? [
          problem(
            ['exit_gate', 'indicator_threshold'],
            `indicator_threshold must be ${most} or less, the number of patterns (${patterns.length}) and evidence checks (${most - patterns.length}), or it can never be reached (got ${threshold})`,
          ),
        ]
      : []),
    ...(twice < 0
      ? []
      : [problem(['exit_gate', 'patterns', twice], `patterns[${twice}] is listed twice and would count twice`)]),
    ...(evidence.build && !checks.some(({ name }) => name === 'build')
      ? [problem(['exit_gate', 'evidence_checks', 'build'], 'evidence_checks.build has no command: set checks.build')]
      : []),
  ];
};

/** A frozen file cannot be ticked (rule 2.7). */
export const checkPlans = (config: Config): readonly KeyProblem[] => {
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
        key,
        `plans must not name ${file}, which is frozen and cannot be ticked. Keep the list in a separate file`,
      ),
    );
};

const problem = (key: readonly PropertyKey[], message: string): KeyProblem => ({ key, message });
