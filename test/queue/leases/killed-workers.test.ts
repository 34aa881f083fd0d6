import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { bundleChild } from '../../ledger/bundle-child.ts';
import { makeTempFolder } from '../../ledger/temp-folder.ts';
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
    pass: (more: number) => {
      ms += more;
      set();
    },
  };
};

describe('workers that are killed (-9) in turn', () => {
  test.each(['a folder', 'refs of a remote'] as const)(
    'finish every item once, each by a holder of its lease, in %s',
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

      expect(kills).toBe(KILLS);
      const resultOf = (item: string): string => {
        if (remote === null) {
          const { by, turn } = JSON.parse(readFileSync(join(`${folder}.done`, item), 'utf8')) as Record<string, string>;
          return `${by} done ${item} ${turn}`;
        }
        const lease = runGitFor(hub, 'show', '--no-patch', '--format=%B', `refs/heads/${item}`)
          .trimEnd()
          .split('\n')
          .at(-1);
        const { holder, turn } = JSON.parse(lease ?? '') as Record<string, string>;
        return `${holder} done ${item} ${turn}`;
      };
      const results = items.map(resultOf);
      // A killed worker may have finished an item without a word; no item is finished by two.
      const finished = said.filter((line) => / done /.test(line));
      expect(finished.filter((line) => !results.includes(line))).toEqual([]);
      expect(new Set(finished).size).toBe(finished.length);
      for (const line of results) expect(said).toContain(line.replace(' done ', ' claimed '));
      // Each claim of an item has a turn of its own, although its holder was killed.
      const claims = said.flatMap((line) => / claimed (.*)/.exec(line)?.[1] ?? []);
      expect(new Set(claims).size).toBe(claims.length);
      expect(claims.filter((claim) => !claim.endsWith(' 1')).length).toBeGreaterThan(0);
      if (remote === null)
        expect(readdirSync(folder).filter((name) => /^item-\d\.json$/.test(name))).toHaveLength(items.length);
    },
  );
});
