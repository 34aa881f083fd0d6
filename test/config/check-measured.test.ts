import { describe, expect, it } from 'vitest';
import { LEAST, problemsOf } from './a-config.ts';

const withCondition = (condition: string, more = ''): string =>
  `${LEAST}${more}phases:\n  - phase: GREEN\n    purpose: Make it pass\n    gate_1:\n      condition: |\n        tests_failing == 0 # not lint_ok\n        AND ${condition}\n`;

describe('a condition over what only a key of the config has measured', () => {
  it.each([
    ['build_ok == true', 'build_ok is measured by nothing: name its command under checks.build'],
    ['types_ok', 'types_ok is measured by nothing: name its command under checks.types'],
    ['lint_ok != false', 'lint_ok is measured by nothing: name its command under checks.lint'],
  ])('is refused at the name of the metric: %s', (condition, problem) => {
    expect(problemsOf(withCondition(condition))).toEqual([`dualgate.yaml:14:13: ${problem}`]);
  });

  it('is refused in a file of phases too, and in gate 2', () => {
    const files = {
      'green.yaml':
        'phase: GREEN\npurpose: Make it pass\ngate_1:\n  condition: tests_failing == 0\ngate_2:\n  condition: exit_signal == true AND lint_ok\n',
    };
    expect(problemsOf(`${LEAST}phases: [green.yaml]\n`, files)).toEqual([
      'green.yaml:6:38: lint_ok is measured by nothing: name its command under checks.lint',
    ]);
  });

  it('is accepted with that key', () => {
    expect(problemsOf(withCondition('lint_ok', 'checks: { lint: npx eslint . }\n'))).toEqual([]);
  });

  it.each(['faults_noticed >= 2', 'NOT faults_planted == 0'])(
    'is refused where the suite is not probed: %s',
    (condition) => {
      const [metric = ''] = /faults_\w+/.exec(condition) ?? [];
      const column = 9 + condition.indexOf(metric) + 4;
      expect(problemsOf(withCondition(condition, 'probe: false\n'))).toEqual([
        `dualgate.yaml:15:${column}: ${metric} is measured by nothing: remove probe: false`,
      ]);
      expect(problemsOf(withCondition(condition).replace('purpose:', 'tests: must_fail\n    purpose:'))).toEqual([
        `dualgate.yaml:15:${column}: ${metric} is measured by nothing: the suite is not probed in a phase whose tests must fail`,
      ]);
      expect(problemsOf(withCondition(condition))).toEqual([]);
    },
  );

  it('is refused where the runner reports no coverage and no file of it is named', () => {
    const config = withCondition('coverage_lines >= 90');
    const of = (more: string) =>
      problemsOf(config.replace('  command: npx vitest run\n', `  command: npx vitest run\n${more}`));
    expect(of('  runner: vitest\n')).toEqual([
      'dualgate.yaml:15:13: coverage_lines is measured by nothing: runner: vitest needs tests.coverage, the file that the suite writes its coverage to',
    ]);
    expect(of('  runner: vitest\n  coverage: coverage/lcov.info\n')).toEqual([]);
    expect(of('  runner: node\n')).toEqual([]);
  });
});

describe('a check', () => {
  it.each([
    ['checks: { build: "npm run build && true" }', /^dualgate\.yaml:8:18: build .*No shell reads it/],
    [
      'checks: { test: npm test }',
      /^dualgate\.yaml:8:11: unknown key test in checks\. Known here: build, types, lint\.$/,
    ],
    ['checks: { lint: { timeout: 5m } }', /^dualgate\.yaml:8:11: command is missing: it must be a list of words/],
    ['checks: { lint: { command: a, timeout: 5 } }', /^dualgate\.yaml:8:40: timeout must be a duration/],
  ])('%s is refused', (lines, problem) => {
    const [found = '', ...others] = problemsOf(`${LEAST}${lines}\n`);
    expect(found).toMatch(problem);
    expect(others).toEqual([]);
  });

  it.each(['../lcov.info', '/tmp/lcov.info', 'src', 'coverage/'])('tests.coverage: %s is refused', (path) => {
    expect(problemsOf(LEAST.replace('tests:', `tests:\n  coverage: ${path}`))).toHaveLength(1);
  });
});
