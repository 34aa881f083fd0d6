import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRun } from '../../src/run/create-run.ts';
import { hasGit } from '../evidence/a-repository.ts';
import { aCodeWorkspace, withAnchorsAside } from './a-workspace.ts';

describe.skipIf(!hasGit)('an agent that tries to block the loop forever (needs git)', () => {
  test('by pipes in place of the files that the loop reads, has its phase held', async () => {
    await withAnchorsAside();
    const { folder, config } = await aCodeWorkspace(undefined, {
      agent: {
        command: [
          'sh',
          '-c',
          'cat > /dev/null; for each in spec.md package.json; do rm -f "$each"; mkfifo "$each"; done; echo hm',
        ],
      },
      limits: { iterations: 2 },
    });

    expect(await createRun({ config }).ended).toMatchObject({ status: 'stuck' });
    execFileSync('rm', [join(folder, 'spec.md'), join(folder, 'package.json')]);
  });
});
