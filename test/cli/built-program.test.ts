import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from './commands/a-run.ts';

describe('the built program', () => {
  it('prints nothing but the result on stdout, and answers with the exit code', () => {
    expect(execFileSync(process.execPath, [PROGRAM, '--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
