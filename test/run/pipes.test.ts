import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { readConfig } from '../../src/read-config/parse-config.ts';
import { findSpecProblem } from '../../src/run/find-spec-problem.ts';
import { readSpec } from '../../src/queue/items/read-spec.ts';

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

  test('is refused as the spec of a work item, at once', async () => {
    make(join(folder, 'spec.md'));
    expect(
      await readSpec({ item: 'login', config: { folder, files: [] }, spec: 'spec.md', isRemote: false }),
    ).toMatchObject({
      ok: false,
      message: 'Cannot add login: spec.md is not a readable file. Write the spec into a plain one.',
    });
  });
});

test('a plain file is taken as the spec of a work item', async () => {
  writeFileSync(join(folder, 'spec.md'), '# Login\n');
  expect(
    await readSpec({ item: 'login', config: { folder, files: [] }, spec: 'spec.md', isRemote: false }),
  ).toMatchObject({ ok: true });
});

/** Files that dualgate or the system writes, outside of the workspace or in `.dualgate/`. */
const OF_OURS = [
  'agents/sandbox/open-sandbox.ts',
  'base/files/open-plain.ts',
  'base/processes/linux-processes.ts',
  'cli/detach.ts',
  'cli/hook/bin.ts',
  'cli/hook/settings-file.ts',
  'cli/watch/watch-run.ts',
  'ledger/',
  'loop/session/session-binding.ts',
  'page/inspector/server/command-endpoint.ts',
  'page/render-page.ts',
  'queue/items/ledgers/folder-ledgers.ts',
  'queue/items/worker/choose-run.ts',
  'queue/items/worker/save-run.ts',
  'queue/list/end-task.ts',
  'queue/list/list-state.ts',
  'records/hash-config.ts',
  'view/read-checkpoint.ts',
];

test('only files of its own are read without a look at what they are', () => {
  const src = join(import.meta.dirname, '../../src');
  const readers = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => /\breadFileSync\((?!new URL)/.test(readFileSync(join(src, path), 'utf8')));
  expect(readers.filter((path) => !OF_OURS.some((each) => path.startsWith(each)))).toEqual([]);
});
