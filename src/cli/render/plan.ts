/** The plan of a run, for people; pure. Missing things are at the end, where they are seen. */
import type { RunPlan } from '../../run/plan-run.ts';
import { joinPlain } from './paint.ts';
import { showCount } from '../../base/text/amounts.ts';

/** Everything that `run --dry-run` prints. */
export const renderPlan = (plan: RunPlan): string => {
  const everywhere = (plan.phases[0]?.floor ?? []).filter((clause) =>
    plan.phases.every(({ floor }) => floor.includes(clause)),
  );
  return joinPlain([
    `workspace  ${plan.folder}`,
    `agent      ${plan.agent.length === 0 ? 'the session that you have open' : plan.agent.join(' ')}`,
    ...renderEnvironment(plan.agent_env),
    ...renderSandbox(plan.sandbox.agent),
    ...(plan.reviewer === null ? [] : [`reviewer   ${plan.reviewer.join(' ')}`]),
    ...plan.tests.map(
      (suite, i) => `${i === 0 ? 'tests     ' : '          '} ${renderSuite(suite, plan.tests.length)}`,
    ),
    ...renderSandbox(plan.sandbox.tests),
    ...plan.checks.map(({ name, command }) => `${name.padEnd(10)} ${command.join(' ')}`),
    '',
    'Always required:',
    ...everywhere.map((clause) => `  ${clause}`),
    '',
    ...plan.phases.flatMap((phase) => renderPhase(phase, everywhere)),
    'The first prompt:',
    ...plan.prompt
      .trimEnd()
      .split('\n')
      .map((line) => `  | ${line}`.trimEnd()),
    '',
    ...(plan.missing.length === 0
      ? ['Ready to run. Nothing was run.']
      : ['A run cannot start:', ...plan.missing.map((problem) => `  - ${problem}`)]),
  ]);
};

const renderSuite = ({ name, folder, command, runner }: RunPlan['tests'][number], all: number): string => {
  const which = all > 1 ? `${name}: ` : '';
  const place = folder === '' ? '' : ` in ${folder}`;
  return `${which}${command.join(' ')}${place} (${runner})`;
};

const renderEnvironment = (added: RunPlan['agent_env']): readonly string[] => {
  const pairs = Object.entries(added).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? [] : [`  with     ${pairs.join(' ')}`];
};

/** Empty without one. */
const renderSandbox = (words: readonly string[]): readonly string[] =>
  words.length === 0 ? [] : [`  in       ${words.join(' ')}`];

const renderPhase = (
  { phase, gate_1, gate_2, floor, green_runs_wanted, max_iterations }: RunPlan['phases'][number],
  everywhere: readonly string[],
): readonly string[] => {
  const green = green_runs_wanted > 1 ? `, ${green_runs_wanted} green runs in a row` : '';
  return [
    `${phase}: at most ${showCount(max_iterations, 'iteration')}${green}`,
    ...labelled('gate 1', gate_1.split('\n')),
    ...labelled('gate 2', [gate_2]),
    ...labelled(
      'always',
      floor.filter((clause) => !everywhere.includes(clause)),
    ),
    '',
  ];
};

const labelled = (label: string, lines: readonly string[]): readonly string[] =>
  lines.map((line, i) => `  ${(i === 0 ? label : '').padEnd(8)} ${line}`);
