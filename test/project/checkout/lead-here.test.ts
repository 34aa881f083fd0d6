import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leadEnvironment } from '../../../src/project/checkout/lead-here.ts';
import { aFolder } from '../../evidence/a-repository.ts';

test('Python packages that are linked to the workspace are led to the copy, and a pipe among them holds nobody up', async () => {
  const workspace = await aFolder();
  const packages = join(workspace, '.venv', 'lib', 'python3', 'site-packages');
  mkdirSync(packages, { recursive: true });
  writeFileSync(join(packages, 'own.pth'), `${join(workspace, 'src')}\n`);
  execFileSync('mkfifo', [join(packages, 'other.pth')]);

  const copy = { folder: '/copy', pathIn: (path: string) => path.replace(workspace, '/copy') };
  expect(await leadEnvironment({}, workspace, copy)).toEqual({ PWD: '/copy', PYTHONPATH: '/copy/src' });
});
