import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from '../end-to-end/a-home.ts';
import { ofType, readKnownRecords } from '../end-to-end/a-chaos-run.ts';
import { runProgram } from '../end-to-end/run-program.ts';
import { aFleetProject, aService, aWatchedWorker, checkoutsOf, rowsOf, submit, type WatchedWorker } from './a-fleet.ts';
import { aServer, hasRestate } from './a-server.ts';

/** All in `npm run check:full`. */
const isWhole = process.env['DUALGATE_TRIALS'] !== undefined;
const ITEMS = isWhole ? 20 : 4;
const WORKERS = 3;
/** Short, since its end is waited for; longer than a busy machine keeps a worker from renewing it. */
const LEASE = '5s';
const KILLS = Array.from({ length: isWhole ? 4 : 1 }, () => ['worker', 'service', 'server'] as const).flat();

describe.skipIf(!hasGit || !hasRestate)(
  'a fleet whose processes are killed -9 (needs git and DUALGATE_RESTATE)',
  () => {
    test(`completes ${ITEMS} items, although a worker, the service and the server are killed in the middle of a turn, each ${KILLS.length / 3}×`, {
      timeout: 2_400_000,
    }, async ({ home }) => {
      const tasks = Array.from({ length: ITEMS }, (_, n) => `task-${n + 1}`);
      const project = await aFleetProject(home, tasks, { config: { commits: true } });
      await using server = await aServer(home);
      const serving = { now: await aService(project, server, LEASE) };
      await using _service = { [Symbol.asyncDispose]: () => serving.now.kill() };
      expect((await submit(project, server)).exitCode).toBe(0);

      const workers = new Set<WatchedWorker>();
      /** Resolves with the worker whose turn begins next. */
      let onTurn: (worker: WatchedWorker) => void = () => {};
      const startWorker = (): void => {
        const worker = aWatchedWorker(project, server, (event) => {
          if (event.type === 'worker.run' && event.event.type === 'iteration.started') onTurn(worker);
        });
        workers.add(worker);
      };
      for (let n = 0; n < WORKERS; n += 1) startWorker();
      for (const what of KILLS) {
        const worker = await new Promise<WatchedWorker>((resolve) => {
          onTurn = resolve;
        });
        if (what === 'worker') {
          worker.kill();
          await worker.ended;
          startWorker();
        }
        if (what === 'service') {
          await serving.now.kill();
          serving.now = await aService(project, server, LEASE);
        }
        if (what === 'server') {
          await server.kill();
          await server.start();
        }
      }
      const ends = await Promise.all([...workers].map(({ ended }) => ended));
      expect([ends.filter((code) => code === 0).length, ends.length]).toEqual([WORKERS, WORKERS + KILLS.length / 3]);

      const rows = await rowsOf(project, server);
      expect(rows.map(({ item, status, holder }) => [item, status, holder])).toEqual(
        tasks.toSorted((one, other) => (one < other ? -1 : 1)).map((task) => [`specs-${task}`, 'completed', null]),
      );
      expect(rows.filter(({ turn }) => turn > 1).length).toBeGreaterThan(0);
      for (const { item } of rows) {
        const checkout = { ...project, workspace: join(checkoutsOf(project), item) };
        const decided = ofType(readKnownRecords(checkout), 'iteration.decided').map(
          ({ record, decision }) => `${record.phase} ${record.iteration} ${decision.can_exit}`,
        );
        expect(decided, item).toEqual(['RED 1 true', 'GREEN 1 true']);
        expect((await runProgram(checkout, 'verify')).exitCode, item).toBe(0);
      }
      for (const { item } of isWhole ? rows : rows.slice(0, 1)) {
        const checkout = { ...project, workspace: join(checkoutsOf(project), item) };
        expect(await runProgram(checkout, 'prove'), item).toMatchObject({ exitCode: 0 });
      }
    });
  },
);
