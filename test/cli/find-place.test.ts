import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findPlace } from '../../src/cli/find-place.ts';
import { locateRun } from '../../src/view/locate-run.ts';
import { aFolder } from '../evidence/a-repository.ts';
import { withAnchorsAside } from '../run/a-workspace.ts';
import { createMemoryIo } from './memory-io.ts';

const find = async (config: string) => {
  await withAnchorsAside();
  const cwd = await aFolder();
  mkdirSync(join(cwd, '.dualgate'));
  writeFileSync(join(cwd, '.dualgate', 'current'), '20260113-103000-4f2a9c\n');
  writeFileSync(join(cwd, 'dualgate.yaml'), config);
  return { cwd, place: findPlace(undefined, {}, createMemoryIo({ cwd }).io) };
};

describe('a run is looked at without its config', () => {
  test.each([
    ['names no env', 'agent: { command: x }'],
    ['has a command with \\n', "tests: { command: printf '1..1\\nok 1' }"],
    ['has one in a comment', 'agent: { command: x }\n# env: { LOGIN: of nobody }\n  # env\n'],
  ])('if that %s', async (_what, config) => {
    const { cwd, place } = await find(config);
    expect(place).toEqual({ folder: cwd, secrets: null });
  });

  test.each([
    ['has one', 'agent:\n  env: { LOGIN: a secret }\n'],
    ['writes it in numbers', 'agent: { "\\u0065nv": { LOGIN: a secret } }\n'],
    ['parts its letters over two lines', 'agent: { "e\\\nnv": { LOGIN: a secret } }\n'],
    ['has one after what only looks like a comment', 'agent: { command: "x\n # y", env: { LOGIN: a secret } }\n'],
  ])('but not if that %s', async (_what, config) => {
    expect((await find(config)).place).toBe(null);
  });

  test('and not by the folder of a named config that is no file', async () => {
    const { cwd } = await find('agent: { command: x }\n');
    const run = '20260113-103000-4f2a9c';
    expect(locateRun({ cwd, config: 'dualgate.yaml' })).toEqual({ folder: cwd, run });
    expect(locateRun({ cwd, config: 'gone.yaml' })).toBe(null);
    expect(locateRun({ cwd, config: '.dualgate' })).toBe(null);
  });
});
