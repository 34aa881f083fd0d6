import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from './commands/a-run.ts';

describe('the built program', () => {
  it('prints only the result on stdout, and sets the exit code', () => {
    expect(execFileSync(process.execPath, [PROGRAM, '--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
