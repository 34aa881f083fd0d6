/** Reports of a large suite, as runners write them: 10,000 tests, of which every tenth fails and says why. */
import { createHmac } from 'node:crypto';

export const TESTS = 10_000;
const FILES = 500;
/** Key that seals the reports of our own reporters here. */
export const KEY = 'the key of the bench';

const FAILURE = [
  'Expected values to be strictly equal:',
  '',
  '41 !== 42',
  '',
  ...Array.from({ length: 8 }, (_, at) => `    at step (file:///project/src/account/transfer-money.js:${at + 10}:5)`),
].join('\n');

const tests = Array.from({ length: TESTS }, (_, at) => ({
  file: `/project/test/part-${Math.floor((at * FILES) / TESTS)}.test.js`,
  name: `transfers of account ${at} add up, whatever is booked in between`,
  isFailed: at % 10 === 9,
}));

/** Details that node:test prints after each test point. */
const detailsOf = ({ file, isFailed }: (typeof tests)[number], indent: string): readonly string[] => {
  const details = isFailed
    ? [
        'duration_ms: 1.2',
        `location: '${file}:3:1'`,
        "failureType: 'testCodeFailure'",
        'error: |-',
        ...FAILURE.split('\n').map((line) => `  ${line}`),
        "code: 'ERR_ASSERTION'",
      ]
    : ['duration_ms: 0.12'];
  return ['  ---', ...details.map((line) => `  ${line}`), '  ...'].map((line) => `${indent}${line}`);
};

const pointOf = (test: (typeof tests)[number], number: number, indent: string): readonly string[] => [
  `${indent}${test.isFailed ? 'not ok' : 'ok'} ${number} - ${test.name}`,
  ...detailsOf(test, indent),
];

const linesOf = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''));

/** TAP with all tests at one level, without details of what passed: as most programs write it. */
export const flatTap = (): Buffer =>
  linesOf([
    'TAP version 14',
    ...tests.flatMap((test, at) => (test.isFailed ? pointOf(test, at + 1, '') : [`ok ${at + 1} - ${test.name}`])),
    `1..${TESTS}`,
  ]);

/** TAP with a suite a file, and details of every test: as node:test writes it. */
export const nestedTap = (): Buffer => {
  const each = TESTS / FILES;
  const suites = Array.from({ length: FILES }, (_, suite) => [
    `# Subtest: part ${suite}`,
    ...tests
      .slice(suite * each, (suite + 1) * each)
      .flatMap((test, at) => [`    # Subtest: ${test.name}`, ...pointOf(test, at + 1, '    ')]),
    `    1..${each}`,
    `not ok ${suite + 1} - part ${suite}`,
    '  ---',
    "  type: 'suite'",
    '  ...',
  ]);
  return linesOf(['TAP version 13', ...suites.flat(), `1..${FILES}`]);
};

/** As our own reporters write and seal it. */
export const sealedReport = (): Buffer => {
  const failed = tests.filter(({ isFailed }) => isFailed).length;
  const seal = (): ReturnType<typeof createHmac> => createHmac('sha256', KEY);
  const body = linesOf([
    JSON.stringify({ type: 'start', v: 1, seal: seal().update('start').digest('hex') }),
    ...tests.map(({ file, name, isFailed }) =>
      JSON.stringify({
        type: 'test',
        file,
        name,
        state: isFailed ? 'failed' : 'passed',
        ...(isFailed && { message: FAILURE }),
      }),
    ),
  ]);
  const end = {
    type: 'end',
    passed: TESTS - failed,
    failed,
    skipped: 0,
    load_failures: 0,
    unhandled_errors: 0,
    interrupted: false,
  };
  const sealed = seal().update(body).update(JSON.stringify(end)).digest('hex');
  return Buffer.concat([body, linesOf([JSON.stringify({ ...end, seal: sealed })])]);
};
