/** Programs of embedders that end as soon as their actor has: each is a process of its own. */
import { createWebSocketReceiver } from '@statelyai/inspect';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from 'vite';
import { eventually } from './eventually.ts';

const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
const root = fileURLToPath(new URL('../../../', import.meta.url));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: join(root, 'test/page/inspector/children/fast-program.ts'),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});

const start = async (how: 'ends' | 'exits') => {
  const child = spawn(process.execPath, [join(folder, 'program.mjs'), how], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const ended = once(child, 'exit');
  return { child, address: String(line).trim(), go: () => child.stdin.end('go\n'), ended };
};

describe('a program that ends at once', () => {
  test.each(['ends', 'exits'] as const)('has told a viewer everything: it %s', async (how) => {
    const { address, go, ended } = await start(how);
    const received: { readonly type: string; readonly snapshot?: { readonly context?: number } }[] = [];
    createWebSocketReceiver({ server: address }).subscribe((message) => received.push(message as never));
    await eventually(() => received.length).toBe(3);
    go();
    expect(await ended).toEqual([0, null]);
    await eventually(() => received.length).toBe(603);
    const counted = received.flatMap(({ type, snapshot }) => (type === '@xstate.snapshot' ? [snapshot?.context] : []));
    expect(counted).toEqual(Array.from({ length: 301 }, (_, n) => n));
  });

  test('is delayed neither by an open socket nor by a silent connection', async () => {
    const { address, go, ended } = await start('ends');
    const silent = createConnection(Number(new URL(address).port), '127.0.0.1');
    await once(silent, 'connect');
    go();
    expect(await ended).toEqual([0, null]);
    silent.destroy();
  });
});
