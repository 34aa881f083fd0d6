import { join } from 'node:path';
import { stringify } from 'yaml';
import { describe, expect, onTestFinished } from 'vitest';
import { writeFileSync } from 'node:fs';
import { hasGit, test } from '../../end-to-end/a-home.ts';
import { aRemoteFleet } from '../../end-to-end/a-remote-fleet.ts';
import { runGitFor } from '../leases/a-store.ts';
import { aServer, hasRestate } from './a-server.ts';

describe.skipIf(!hasGit || !hasRestate)(
  'work items with leases on a real Restate server (needs git and DUALGATE_RESTATE)',
  () => {
    test('are added, worked on and verified by the commands of every other store', async ({ home: ofServer }) => {
      await using server = await aServer(ofServer);
      const fleet = await aRemoteFleet({
        items: 1,
        machines: ['one'],
        lease: '30s',
        engine: server.ingress,
        more: { mutation_check: false },
      });
      const { home, hub, open, run } = fleet;
      const service = open('one', 'serve', '--port', String(server.servicePort), '--admin', server.admin);
      const ended = new Promise((resolve) => service.once('close', resolve));
      onTestFinished(async () => {
        service.kill('SIGKILL');
        await ended;
      });
      await new Promise((resolve) => service.stdout.once('data', resolve));

      const added = await run('one', 'work', 'add');
      expect(added).toEqual({ code: 0, stdout: 'specs-item-0  IMPLEMENTATION  free\n', stderr: '' });
      // The same work again changes nothing.
      expect(await run('one', 'work', 'add')).toEqual(added);
      const worked = await run('one', 'work', 'run', '--worker', 'w1');
      expect(worked, worked.stdout + worked.stderr).toMatchObject({ code: 0 });
      expect((await run('one', 'work', 'list')).stdout).toBe('specs-item-0  READY_FOR_REVIEW  free\n');
      expect(await run('one', 'work', 'verify')).toMatchObject({ code: 0 });
      // The remote has everything but the lease.
      expect(runGitFor(hub, 'for-each-ref', '--format=%(refname)', 'refs/dualgate').split('\n')).toEqual([
        'refs/dualgate/base/specs-item-0',
        'refs/dualgate/ledger/specs-item-0',
        'refs/dualgate/work/specs-item-0',
      ]);
      expect(await run('one', 'prove', 'dualgate/item-0')).toMatchObject({ code: 0 });
      // Other gates than those of the service.
      const config = {
        work: { spec: 'specs/item-0.md' },
        agent: { command: ['sh', 'agent.sh'] },
        tests: { command: 'sh suite.sh', runner: 'tap', files: ['suite.sh'] },
        work_items: { remote: hub, engine: server.ingress },
      };
      writeFileSync(join(home, 'one/dualgate.yaml'), stringify(config));
      expect(await run('one', 'work', 'add', 'other')).toMatchObject({
        code: 70,
        stderr:
          'Cannot claim other: its config has other gates than the service. Start dualgate serve with this config.\n',
      });
      writeFileSync(join(home, 'one/dualgate.yaml'), stringify({ ...config, work_items: { engine: server.ingress } }));
      expect((await run('one', 'work', 'list')).stderr).toMatch(
        /^Cannot use the engine for work items without a Git remote/,
      );
    });
  },
);
