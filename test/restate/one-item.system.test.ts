import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from '../end-to-end/a-home.ts';
import { ofType, readKnownRecords } from '../end-to-end/a-chaos-run.ts';
import { commitAll, write } from '../end-to-end/a-project.ts';
import { runProgram } from '../end-to-end/run-program.ts';
import { aFleetProject, aService, aWorker, checkoutsOf, rowsOf, submit } from './a-fleet.ts';
import { aServer, hasRestate } from './a-server.ts';

describe.skipIf(!hasGit || !hasRestate)('a fleet on a real Restate server (needs git and DUALGATE_RESTATE)', () => {
  test('works on a submitted item: its ledger is like that of any run, and verifies', async ({ home }) => {
    const project = await aFleetProject(home, ['one']);
    const config = join(project.workspace, 'dualgate.yaml');
    await using server = await aServer(home);
    await using _service = await aService(project, server);
    expect(await submit(project, server)).toEqual({ exitCode: 0, stdout: 'specs-one: open', stderr: '' });
    await using worker = aWorker(project, server);
    expect(await worker.program.ended).toMatchObject({ exitCode: 0, stderr: '' });

    const checkout = { ...project, workspace: join(checkoutsOf(project), 'specs-one') };
    expect((await runProgram(checkout, 'verify')).exitCode).toBe(0);
    const records = readKnownRecords(checkout);
    expect(
      ofType(records, 'iteration.decided').map(({ record, decision }) => [
        record.phase,
        record.iteration,
        decision.can_exit,
      ]),
    ).toEqual([
      ['RED', 1, true],
      ['GREEN', 1, true],
    ]);
    const [row] = await rowsOf(project, server);
    expect(row).toEqual({
      item: 'specs-one',
      status: 'completed',
      why: 'Every phase was exited by both of its gates',
      phase: null,
      iteration: 0,
      run: ofType(records, 'run.started')[0]?.run,
      folder: checkout.workspace,
      holder: null,
      turn: 1,
      waits_until: null,
      at: expect.any(String),
    });
    // The same work again changes nothing; other work needs another name, and other gates another service.
    expect(await submit(project, server)).toMatchObject({ exitCode: 0, stdout: 'specs-one: completed' });
    await write(project.workspace, { 'dualgate.yaml': `${await readFile(config, 'utf8')}integrity: warn\n` });
    expect((await submit(project, server)).stderr).toBe(
      'Cannot submit the work: dualgate.yaml is not committed. Commit it, then submit again.\n',
    );
    await commitAll(project, 'Other gates');
    expect(await submit(project, server)).toMatchObject({
      exitCode: 70,
      stderr: expect.stringMatching(
        /^Cannot submit specs-one: an item of this name has other work \(commit \w{10}\)\. /,
      ),
    });
    expect(await submit(project, server, '--item', 'two')).toEqual({
      exitCode: 70,
      stdout: '',
      stderr:
        'Cannot submit two: its config has other gates than the service. Start dualgate serve with this config.\n',
    });
    expect(await submit(project, server, '--again', 'specs-one')).toEqual({
      exitCode: 70,
      stdout: '',
      stderr: 'Cannot continue specs-one: it is completed. Only halted work is continued.\n',
    });
  });
});
