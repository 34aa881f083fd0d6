import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { readConfig } from '../../src/read-config/read-config.ts';
import { findSpecProblem } from '../../src/run/find-spec-problem.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const CONFIG = 'work: { spec: spec.md }\nagent: { command: cat }\ntests: { command: node --test }\n';

/** A read of the pipe waits for a writer; the device has no end. */
const MAKE = {
  'a pipe': (path: string) => void execFileSync('mkfifo', [path]),
  'a device': (path: string) => symlinkSync('/dev/zero', path),
} as const;

describe.skipIf(process.platform === 'win32').each(Object.entries(MAKE))('%s', (_what, make) => {
  test('is refused as a config, at once', () => {
    make(join(folder, 'dualgate.yaml'));
    expect(() => readConfig({ cwd: folder })).toThrow('cannot be read: it is not a regular file');
  });

  test('is refused as a spec, at once', async () => {
    writeFileSync(join(folder, 'dualgate.yaml'), CONFIG);
    make(join(folder, 'spec.md'));
    const config = readConfig({ cwd: folder });
    expect(await findSpecProblem(config, compileGates(config))).toBe(
      'The spec cannot be read: it is not a regular file. Fix it, or correct its path under work.',
    );
  });
});
