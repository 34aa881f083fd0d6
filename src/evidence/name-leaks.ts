/** Tests inside of a source that give its code something: it would work only while it is tested. */
import { join } from 'node:path';
import type { Finding } from '../../gates/iteration.ts';
import { readText } from '../base/files/open-plain.ts';
import { finding } from './findings/findings.ts';
import { leaksOfTests } from './integrity/freeze.ts';
import type { TestRun } from '../runners/test-run.ts';

export const nameLeaks = async (workspace: string, { tests }: Pick<TestRun, 'tests'>): Promise<readonly Finding[]> => {
  const found: Finding[] = [];
  for (const path of new Set(tests.flatMap(({ file, inside }) => (inside === true ? [file] : [])))) {
    const why = await leaksOfTests(path, readText(join(workspace, path)) ?? '');
    if (why !== null) found.push(finding('tampering.unexpected_file', { path, why }));
  }
  return found;
};
