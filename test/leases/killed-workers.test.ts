import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createFolderLeases } from '../../src/leases/folder-leases.ts';
import { createRefLeases } from '../../src/leases/ref-leases.ts';
import { bundleChild } from '../ledger/bundle-child.ts';
import { makeTempFolder } from '../ledger/temp-folder.ts';
import { EPOCH, runGitFor } from './a-store.ts';

const TTL = 60_000;
const WORKERS = 3;
const KILLS = 6;

/** Replaced as a whole, as a worker may read it at any time. */
const aClock = (path: string) => {
  let ms = EPOCH;
  const set = () => {
    writeFileSync(`${path}.next`, String(ms));
    renameSync(`${path}.next`, path);
  };
  set();
  return {
    now: () => new Date(ms),
    pass: (more: number) => {
      ms += more;
      set();
    },
  };
};

describe('workers that are killed (-9) in turn', () => {
  test.each(['a folder', 'refs of a remote'] as const)(
    'finish every item once, each by its last holder, in %s',
    async (kind) => {
      const home = makeTempFolder();
      const program = await bundleChild('work-items', home, import.meta.url);
      const clock = aClock(join(home, 'clock'));
      const [folder, hub] = [join(home, 'leases'), join(home, 'hub.git')];
      const remote = kind === 'a folder' ? null : hub;
      if (remote !== null) runGitFor(home, 'init', '--quiet', '--bare', remote);
      const items = Array.from({ length: 8 }, (_, n) => `item-${n}`);
      const said: string[] = [];
      let kills = 0;
      let started = 0;

      /** Works until all is done, or is killed in the middle of a claimed item; then another one takes its place. */
      const work = async (): Promise<void> => {
        started += 1;
        const name = `worker-${started}`;
        const given = { name, items, ttlMs: TTL, clock: join(home, 'clock'), folder, remote };
        const child: ChildProcessByStdio<null, Readable, null> = spawn(
          process.execPath,
          [program, JSON.stringify(given)],
          { stdio: ['ignore', 'pipe', 'inherit'] },
        );
        const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
        for await (const line of createInterface(child.stdout)) {
          said.push(`${name} ${line}`);
          if (!line.startsWith('claimed') || kills >= KILLS || child.killed) continue;
          kills += 1;
          child.kill('SIGKILL');
        }
        const code = await ended;
        if (!child.killed) return expect(code).toBe(0);
        clock.pass(TTL);
        return work();
      };
      await Promise.all(Array.from({ length: WORKERS }, work));

      const store =
        remote === null
          ? createFolderLeases({ folder, now: clock.now })
          : createRefLeases({
              repository: { folder, format: 'sha1', objects: null, env: {} },
              remote,
              now: clock.now,
            });
      const { found: leases } = await store.list();
      expect(kills).toBe(KILLS);
      expect(leases.map(({ item, state }) => `${item} ${state}`)).toEqual(items.map((item) => `${item} done`));
      expect(leases.map(({ result }) => result)).toEqual(leases.map(({ holder: by, turn }) => ({ by, turn })));
      // A killed worker may have finished an item without a word; no item is finished by two.
      const finished = said.filter((line) => / done /.test(line));
      expect(
        finished.filter((line) => !leases.some((it) => `${it.holder} done ${it.item} ${it.turn}` === line)),
      ).toEqual([]);
      expect(new Set(finished).size).toBe(finished.length);
      // Each claim of an item has a turn of its own, although its holder was killed.
      const claims = said.flatMap((line) => / claimed (.*)/.exec(line)?.[1] ?? []);
      expect(new Set(claims).size).toBe(claims.length);
      expect(leases.filter(({ turn }) => turn > 1).length).toBeGreaterThan(0);
      if (remote === null)
        expect(readdirSync(folder).filter((name) => /^item-\d\.json$/.test(name))).toHaveLength(items.length);
    },
  );
});
