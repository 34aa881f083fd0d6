import { expect, test } from 'vitest';
import { drawBaseline } from '../../src/evidence/baseline.ts';
import { parseConfig } from '../../src/read-config/parse-config.ts';
import { refuseBaseline } from '../../src/run/take-baseline.ts';
import { aTestRun } from '../runners/a-test-run.ts';

const config = parseConfig('work: { spec: s.md }\nagent: { command: a }\ntests: { command: npx vitest run }\n', {
  path: '/project/dualgate.yaml',
  readFile: () => '',
});

test('a problem that is the cause is told once', () => {
  const untested = 'vitest 1.6.1 is older than the versions that dualgate was tested with (3 to 4)';
  const other = 'the report has no end: the test runner was killed or exited early';
  const run = aTestRun([], { report_fresh: false, report_complete: false, problems: [untested, other] });
  const refusal = refuseBaseline([run, run], drawBaseline(run, run, []), config);
  expect({ says: refusal?.says, details: refusal?.details, sentences: refusal?.sentences }).toEqual({
    says: expect.stringContaining(untested),
    details: [other],
    sentences: [other],
  });
});
