import { describe, expect, it } from 'vitest';
import type { ProgramMeasure } from '../../src/read-config/added-measures.ts';
import { parseConfig } from '../../src/read-config/parse-config.ts';
import { LEAST, parse, problemsOf } from '../project/config/a-config.ts';

const withCondition = (condition: string, more = ''): string =>
  `${LEAST}${more}phases:\n  - phase: GREEN\n    purpose: Make it pass\n    gate_1:\n      condition: |\n        tests_failing == 0 # not lint_ok\n        AND ${condition}\n`;

describe('a condition over what only a key of the config has measured', () => {
  it.each([
    ['build_ok == true', 'nothing measures build_ok: set its command in checks.build'],
    ['types_ok', 'nothing measures types_ok: set its command in checks.types'],
    ['lint_ok != false', 'nothing measures lint_ok: set its command in checks.lint'],
  ])('is refused at the name of the metric: %s', (condition, problem) => {
    expect(problemsOf(withCondition(condition))).toEqual([`dualgate.yaml:14:13: ${problem}`]);
  });

  it('is refused in a file of phases too, and in gate 2', () => {
    const files = {
      'green.yaml':
        'phase: GREEN\npurpose: Make it pass\ngate_1:\n  condition: tests_failing == 0\ngate_2:\n  condition: exit_signal == true AND lint_ok\n',
    };
    expect(problemsOf(`${LEAST}phases: [green.yaml]\n`, files)).toEqual([
      'green.yaml:6:38: nothing measures lint_ok: set its command in checks.lint',
    ]);
  });

  it('is accepted with that key', () => {
    expect(problemsOf(withCondition('lint_ok', 'checks: { lint: npx eslint . }\n'))).toEqual([]);
  });

  it.each(['mutants_killed >= 2', 'NOT mutants_tested == 0'])(
    'is refused without the mutation check: %s',
    (condition) => {
      const [metric = ''] = /mutants_\w+/.exec(condition) ?? [];
      const column = 9 + condition.indexOf(metric) + 4;
      expect(problemsOf(withCondition(condition, 'mutation_check: false\n'))).toEqual([
        `dualgate.yaml:15:${column}: nothing measures ${metric}: remove mutation_check: false`,
      ]);
      expect(problemsOf(withCondition(condition).replace('purpose:', 'tests: must_fail\n    purpose:'))).toEqual([
        `dualgate.yaml:15:${column}: nothing measures ${metric}: there is no mutation check in a phase whose tests must fail`,
      ]);
      expect(problemsOf(withCondition(condition))).toEqual([]);
    },
  );

  it('is refused where the runner reports no coverage and no file of it is named', () => {
    const config = withCondition('coverage_lines >= 90');
    const of = (more: string) =>
      problemsOf(config.replace('  command: npx vitest run\n', `  command: npx vitest run\n${more}`));
    expect(of('  runner: vitest\n')).toEqual([
      'dualgate.yaml:15:13: nothing measures coverage_lines: runner: vitest needs tests.coverage, the coverage file of the suite',
    ]);
    expect(of('  runner: vitest\n  coverage: coverage/lcov.info\n')).toEqual([]);
    expect(of('  runner: node\n')).toEqual([]);
  });
});

describe('a check', () => {
  it.each([
    ['checks: { build: "npm run build && true" }', /^dualgate\.yaml:8:18: build .*dualgate uses no shell/],
    [
      'checks: { Bundle-size: a }',
      /^dualgate\.yaml:8:24: the name of a check must begin with a lowercase letter, followed by lowercase letters/,
    ],
    [
      'checks: { lint: { timeout: 5m } }',
      /^dualgate\.yaml:8:11: command is missing in lint: it must be a list of words/,
    ],
    ['checks: { lint: { command: a, timeout: 5 } }', /^dualgate\.yaml:8:40: timeout must be a duration/],
  ])('%s is refused', (lines, problem) => {
    const [found = '', ...others] = problemsOf(`${LEAST}${lines}\n`);
    expect(found).toMatch(problem);
    expect(others).toEqual([]);
  });

  it('of any other name brings the metric of that name', () => {
    const { checks, metrics } = parse(`${LEAST}checks: { size: bash size.sh, build: make }\n`);
    expect(checks.map(({ name }) => name)).toEqual(['build', 'size']);
    expect(metrics['size_ok']).toEqual({
      type: 'boolean',
      progress: true,
      meaning: 'config: checks.size exited with code 0 in this iteration',
    });
    expect(problemsOf(withCondition('size_ok == true', 'checks: { size: bash size.sh }\n'))).toEqual([]);
    expect(problemsOf(withCondition('size_ok == true'))).toEqual([
      'dualgate.yaml:14:13: size_ok is not a metric. Did you mean lint_ok?',
    ]);
  });

  it.each(['../lcov.info', '/tmp/lcov.info', 'src', 'coverage/'])('tests.coverage: %s is refused', (path) => {
    expect(problemsOf(LEAST.replace('tests:', `tests:\n  coverage: ${path}`))).toHaveLength(1);
  });
});

describe('a measure of the config', () => {
  const BUNDLE = 'measures: { bundle: { command: node size.mjs, metrics: { bundle_kb: number } } }\n';

  it('brings its metrics, which are no progress unless it says so', () => {
    const text = BUNDLE.replace('number }', 'number, is_small: { type: boolean, progress: true } }');
    expect(parse(`${LEAST}${text}`).measures).toEqual([
      {
        name: 'bundle',
        command: ['node', 'size.mjs'],
        measure: null,
        metrics: { bundle_kb: { type: 'number', progress: false }, is_small: { type: 'boolean', progress: true } },
        timeout_ms: 600_000,
      },
    ]);
    expect(problemsOf(withCondition('bundle_kb <= 200', BUNDLE))).toEqual([]);
  });

  it('is of its type in every condition', () =>
    expect(problemsOf(withCondition('bundle_kb == true', BUNDLE))).toEqual([
      expect.stringMatching(/^dualgate\.yaml:\d+:\d+: .*bundle_kb/),
    ]));

  it.each([
    ['tests_failing', 'a metric of dualgate'],
    ['lint_ok', 'a metric of dualgate'],
    ['exit_signal', 'a keyword of conditions'],
    ['size_ok', 'the metric of checks.size'],
  ])('takes no name that means something: %s', (metric, owner) =>
    expect(problemsOf(`${LEAST}checks: { size: a }\n${BUNDLE.replace('bundle_kb', metric)}`)).toEqual([
      `dualgate.yaml:9:58: ${metric} is already ${owner}. Rename the metric of measures.bundle`,
    ]),
  );

  it.each([
    ['measures: { bundle: { command: a, metrics: {} } }', /metrics must name at least one metric/],
    ['measures: { bundle: { command: a } }', /metrics is missing/],
    ['measures: { bundle: { metrics: { kb: number } } }', /command is missing/],
    ['measures: { bundle: { command: a, metrics: { kb: text } } }', /kb must be one of number, boolean/],
    ['measures: { Bundle: { command: a, metrics: { kb: number } } }', /Bundle must begin with a lowercase letter/],
    ['checks: { kb: a }\nmeasures: { kb: { command: a, metrics: { kb: number } } }', /the name kb is used in checks/],
  ])('%s is refused', (lines, problem) => {
    const [found = '', ...others] = problemsOf(`${LEAST}${lines}\n`);
    expect(found).toMatch(problem);
    expect(others).toEqual([]);
  });
});

describe('a measure of a program', () => {
  const options = { path: '/project/dualgate.yaml', readFile: () => '' };
  const measure = () => ({ lines: 1 });

  it('brings its metrics to the conditions of the config', () => {
    const { measures, metrics } = parseConfig(withCondition('lines <= 500'), {
      ...options,
      measures: [{ name: 'largest', metrics: { lines: 'number' }, measure }],
    });
    expect(measures).toMatchObject([{ name: 'largest', command: null, measure, timeout_ms: 600_000 }]);
    expect(metrics['lines']).toMatchObject({ type: 'number', progress: false });
  });

  it('takes no name that means something', () =>
    expect(() =>
      parseConfig(LEAST, { ...options, measures: [{ name: 'x', metrics: { tree_stable: 'boolean' }, measure }] }),
    ).toThrow('tree_stable is already a metric of dualgate'));

  it.each([
    [{ name: 'Big one' }, 'the measure Big one of the program: the name must begin with a lowercase letter'],
    [{ metrics: { 'k-b': 'number' } }, '(got k-b)'],
    [{ metrics: {} }, 'it must name at least one metric'],
    [{ metrics: { kb: 'text' } }, 'the type of kb must be number or boolean'],
    [{ timeout_ms: 0 }, 'timeout_ms must be above 0'],
    [{ timeout_ms: Number.NaN }, 'timeout_ms must be above 0'],
  ])('with %j is refused as one in YAML would be', (wrong, problem) => {
    const given = { name: 'largest', metrics: { lines: 'number' }, measure, ...wrong };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a program in JavaScript may give
    expect(() => parseConfig(LEAST, { ...options, measures: [given as ProgramMeasure] })).toThrow(problem);
  });
});
