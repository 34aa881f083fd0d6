import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createRun } from '../../src/run/create-run.ts';
import { hasGit } from '../evidence/a-repository.ts';
import { aWorkspace, withAnchorsAside } from './a-workspace.ts';

beforeEach(withAnchorsAside);

interface Decided {
  readonly type: string;
  readonly data: {
    readonly record: {
      readonly tree: { readonly before: string; readonly after: string };
      readonly metrics: { readonly files_created: number };
    };
  };
}

test.skipIf(!hasGit)('what is written between two iterations is seen in the second (needs git)', async () => {
  const { folder, config } = await aWorkspace([{ phase: 'RED', signal: false }], { limits: { iterations: 2 } });
  let decided = 0;
  const { ended, ledger } = createRun({
    config,
    onEvent: ({ type }) => {
      if (type !== 'iteration.decided') return;
      decided += 1;
      if (decided === 1) writeFileSync(join(folder, 'slipped-in.js'), 'export const slipped = true;\n');
    },
  });
  expect((await ended).status).toBe('stuck');
  const lines = readFileSync(ledger, 'utf8').trim().split('\n');
  const [first, second] = lines
    .map((line) => JSON.parse(line) as Decided)
    .filter(({ type }) => type === 'iteration.decided')
    .map(({ data }) => data.record);
  expect(first?.metrics.files_created).toBe(0);
  expect(second?.metrics.files_created).toBe(1);
  expect(second?.tree.before).toBe(first?.tree.after);
});
