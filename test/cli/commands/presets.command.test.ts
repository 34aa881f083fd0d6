import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG_PRESET_NAMES, CONFIG_PRESETS } from '../../../src/signals/systems/systems.ts';
import { readConfig } from '../../../src/read-config/parse-config.ts';
import { runLine } from '../memory-io.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...argv: readonly string[]) => runLine(argv, { cwd: folder });

describe('dualgate presets', () => {
  it('lists them, one line each', async () => {
    const { code, stdout } = await run('presets');
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(CONFIG_PRESET_NAMES.length);
    for (const name of CONFIG_PRESET_NAMES) expect(stdout).toMatch(new RegExp(`^${name} +\\(.{20,}$`, 'm'));
  });

  it.each(CONFIG_PRESET_NAMES)('prints %s unchanged', async (name) => {
    expect(await run('presets', name)).toEqual({ code: 0, stdout: CONFIG_PRESETS[name], stderr: '' });
    const { stdout } = await run('presets', name, '--json');
    expect(JSON.parse(stdout)).toEqual({ presets: [{ name, text: CONFIG_PRESETS[name] }] });
  });

  it('refuses an unknown name', async () => {
    expect(await run('presets', 'cup')).toMatchObject({
      code: 64,
      stderr: expect.stringContaining(`Unknown preset 'cup'. The presets are ${CONFIG_PRESET_NAMES.join(', ')}`),
    });
  });
});

describe('dualgate init --preset', () => {
  it.each(CONFIG_PRESET_NAMES)('writes a config with %s that parses', async (name) => {
    expect((await run('init', '--preset', name)).code).toBe(0);
    expect(readConfig({ cwd: folder }).preset).toBe(name);
    expect(readFileSync(join(folder, 'dualgate.yaml'), 'utf8')).toContain('# The phases are those of the preset.');
  });

  it('writes nothing for an unknown name', async () => {
    expect((await run('init', '--preset', 'cup')).code).toBe(64);
    expect(() => readFileSync(join(folder, 'dualgate.yaml'))).toThrow('ENOENT');
  });
});
