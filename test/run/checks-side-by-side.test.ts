import { expect, test } from 'vitest';
import { measure } from '../../src/run/measure.ts';
import { hasGit, write } from '../evidence/a-repository.ts';
import { aCodeWorkspace, withAnchorsAside } from './a-workspace.ts';

/** A suite that takes this many milliseconds, in a workspace of its own. */
const aSuite = async (ms: number) => {
  const { folder, config } = await aCodeWorkspace();
  const text = `import { test } from 'node:test';\ntest('takes its time', (t, done) => setTimeout(done, ${ms}));\n`;
  await write(folder, { 'test/slow.test.js': text });
  return config;
};

test.skipIf(!hasGit)('two checks at a time do not end the suites of one another (needs git)', async () => {
  await withAnchorsAside();
  const [quick, slow] = [await aSuite(0), await aSuite(3_000)];
  const checks = await Promise.all([quick, slow].map((config) => measure(config, { phase: 'GREEN' })));
  expect(checks.map(({ record }) => [record.metrics['tests_passing'], record.metrics['report_complete']])).toEqual([
    [1, true],
    [1, true],
  ]);
});
