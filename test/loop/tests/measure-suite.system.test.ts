import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../../src/run/create-run.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { aCodeWorkspace, HONEST, withAnchorsAside } from '../../run/a-workspace.ts';

const FILE = 'test/one.test.js';
const TWICE = `${HONEST.RED.write[FILE]}test('AC-1: one is 1', () => assert.equal(one(), 1));\n`;
const OLD = "import { test } from 'node:test';\ntest('old', () => {});\ntest('later', { skip: true }, () => {});\n";

describe.skipIf(!hasGit)('the counts of a test run (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('are the same while it runs and at its end: distinct tests, without those skipped before the run', async () => {
    const turns = [{ phase: 'RED', ...HONEST.RED, write: { ...HONEST.RED.write, [FILE]: TWICE } }];
    const files = { 'package.json': '{ "type": "module" }\n', 'test/old.test.js': OLD };
    const { config } = await aCodeWorkspace(turns, { limits: { iterations: 1 } }, files);
    const events: RunEvent[] = [];
    await createRun({ config, until: 'RED', onEvent: (event) => events.push(event) }).ended;
    const counts = events.flatMap((event) =>
      'phase' in event && 'suite_passing' in event
        ? [[event.type, event.suite_passing, event.suite_failing, event.suite_skipped]]
        : [],
    );
    const ended = counts.findIndex(([type]) => type === 'tests.ended');
    expect(counts[ended]).toEqual(['tests.ended', 1, 1, 0]);
    expect(counts[ended - 1]?.slice(1)).toEqual([1, 1, 0]);
    expect(counts.slice(0, ended).filter(([type]) => type === 'test.failed').length).toBe(2);
  });
});
