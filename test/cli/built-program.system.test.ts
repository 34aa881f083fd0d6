import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from './commands/a-run.ts';

describe('the built program', () => {
  it('prints only the result on stdout, and sets the exit code', () => {
    expect(execFileSync(process.execPath, [PROGRAM, '--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('fails where a file of cases cannot be read, and counts no cases of it', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'conformance', 'nope'], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 65, stdout: '' });
    expect(stderr).toMatch(/^Cannot read nope: ENOENT: .*\. Name a file with one case per line\.\n$/);
  });

  it('is executable after every build, as the link of npm link needs it', () => {
    expect(statSync(PROGRAM).mode & 0o111).toBe(0o111);
  });
});
