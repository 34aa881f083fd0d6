/** Holds the pictures of docs/how-to/inspector.md to what a real run says: `UPDATE=1` draws them again. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { transformWithOxc } from 'vite';
import { describe, expect, test } from 'vitest';
import { aFolder, hasGit } from '../evidence/a-repository.ts';
import { aHostProject } from '../agents/hosts/a-host-project.ts';
import { layOutPrograms } from '../agents/hosts/lay-out-programs.ts';
import { drawRows, listActors, listCounts } from './draw-messages.ts';

const PICTURES = resolve(import.meta.dirname, '../../docs/how-to/pictures');

const inspect = async (what: 'run' | 'machine') => {
  const folder = await layOutPrograms('');
  const { code } = await transformWithOxc(await readFile(join(folder, 'machine.ts'), 'utf8'), 'machine.ts');
  await writeFile(join(folder, 'machine.js'), code);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  const { stdout } = await execa(process.execPath, [join(folder, 'inspected.mjs'), what], {
    cwd: await aHostProject(),
    env: { XDG_STATE_HOME: await aFolder() },
  });
  const messages: Parameters<typeof listActors>[0] = JSON.parse(stdout);
  return messages;
};

/** The picture that is kept. */
const kept = async (file: string, drawn: string): Promise<string> => {
  const place = join(PICTURES, file);
  if (process.env['UPDATE'] !== undefined) await writeFile(place, drawn);
  return readFile(place, 'utf8');
};

const A_PATH = /\/(?:tmp|home|work|root)\//;

describe.skipIf(!hasGit)('the pictures of an inspector (needs git)', () => {
  test('show a run: the loop, the chart of the phases, the counter and the breaker', async () => {
    const messages = await inspect('run');
    const run = drawRows('A run: each actor with the states that it was in', listActors(messages));
    expect(await kept('run.svg', run)).toBe(run);
    expect(run).not.toMatch(A_PATH);
  });

  test('show a machine of your own with the actors under it, and the counts as events', async () => {
    const messages = await inspect('machine');
    const machine = drawRows('Your machine, and the actors under it', listActors(messages));
    expect(await kept('machine.svg', machine)).toBe(machine);
    const title = 'Events of the counter greens, and its context after each';
    const counts = drawRows(title, listCounts(messages, 'greens'));
    expect(await kept('counts.svg', counts)).toBe(counts);
    expect(machine + counts).not.toMatch(A_PATH);
  });
});
