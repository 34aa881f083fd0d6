import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawBaseline } from '../../src/evidence/baseline.ts';
import { parseConfig } from '../../src/read-config/parse-config.ts';
import type { RunContext } from '../../src/loop/run-context.ts';
import { NO_PROGRAM } from '../../src/project/config/choose-agent.ts';
import { refuseBaseline, takeBaseline } from '../../src/run/take-baseline.ts';
import { aFolder } from '../evidence/a-repository.ts';
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

test('a run that cannot start names twenty problems, and how many more there are', async () => {
  const checks = Array.from({ length: 25 }, (_, at) => `  c${at}: no-such-program-${at}\n`).join('');
  const many = parseConfig(
    `work: { spec: s.md }\nagent: { command: sh }\ntests: { command: node --test }\nchecks:\n${checks}`,
    { path: join(await aFolder(), 'dualgate.yaml'), readFile: () => '' },
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is asked before the first test run
  const context = { config: many, gates: [], agent: NO_PROGRAM } as unknown as RunContext;
  const course = await takeBaseline(context, new AbortController().signal);
  const why = 'end' in course ? course.end.why : '';
  const named = why.match(/no-such-program-\d+/g) ?? [];
  expect(why).toMatch(/ And (\d+) more\.$/);
  expect(new Set(named).size + Number(/And (\d+) more/.exec(why)?.[1])).toBe(25);
});
