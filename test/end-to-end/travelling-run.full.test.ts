import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, vi } from 'vitest';
import { readLedgerSync } from '../../src/ledger/ledger-record.ts';
import { verifyLedger } from '../../src/ledger/verify-ledger.ts';
import { asWorkRecord } from '../../src/records/records.ts';
import { runFolders } from '../../src/records/run-folders.ts';
import { readItemLedger } from '../../src/queue/items/ledgers/item-ledger.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, commitAll, type Project, write } from './a-project.ts';
import { aFifo, DO_THE_WORK, READ_THE_PROMPT, SAY_NO, SAY_YES, shell, WAIT_TO_GO_ON } from './a-shell-agent.ts';
import { aServer, hasRestate, type RestateServer } from '../queue/restate/a-server.ts';
import { runProgram, startProgram, type Started, startUnder } from './run-program.ts';

const HALF = 'export const shout = (word) => word.toUpperCase();\n';

/** Lines for the first turn that comes here, on whichever machine. */
const first = (mark: string, ...lines: readonly string[]): string =>
  [`if mkdir "$(dirname "$0")/${mark}" 2> /dev/null; then`, ...lines, 'exit', 'fi'].join('\n');

/** Does half of GREEN, then waits in its second turn; in REFACTOR, it waits in the first. It ends the work elsewhere. */
const AGENT = shell(
  READ_THE_PROMPT,
  'if [ "$DUALGATE_PHASE" = GREEN ]; then',
  first('half', `cp "$(dirname "$0")/half.mjs" lib/shout.mjs`, SAY_NO),
  first('second', 'echo lost > lib/lost.mjs', WAIT_TO_GO_ON),
  'cp lib/shout.mjs "$(dirname "$0")/found.mjs"',
  'ls lib > "$(dirname "$0")/found"',
  'fi',
  'if [ "$DUALGATE_PHASE" = REFACTOR ]; then',
  first('third', WAIT_TO_GO_ON),
  'fi',
  DO_THE_WORK,
  SAY_YES,
);

/** Two clones of a bare remote, each with a home and a state of its own. */
const twoMachines = async (home: string, engine: string | null) => {
  const hub = join(home, 'hub.git');
  const homes = { one: join(home, 'one'), two: join(home, 'two') };
  for (const each of Object.values(homes)) {
    await mkdir(each);
    await write(each, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n' });
  }
  const one = await aProject(homes.one, {
    agent: AGENT,
    config: { commits: true, work_items: { remote: hub, lease: '20s', ...(engine === null ? {} : { engine }) } },
  });
  await write(one.agent, { 'half.mjs': HALF });
  await aFifo(one.agent);
  await commitAll(one, 'All').catch(() => {});
  await execa('git', ['clone', '--quiet', '--bare', one.workspace, hub]);
  const two: Project = { ...one, home: homes.two, workspace: join(homes.two, 'clone') };
  await execa('git', ['clone', '--quiet', hub, two.workspace]);
  const ask = async (...args: readonly string[]): Promise<string> =>
    (await execa('git', args, { cwd: hub, stripFinalNewline: false })).stdout;
  return { one, two, ask };
};

const work = (machine: Project): Started =>
  startUnder(machine, ['env', 'AGENT_EXIT_PROTOCOL_ENABLED=true'], 'work', 'run', '--json', '--worker', machine.home);

/** Its service, until the test is over. */
const serve = async (machine: Project, server: RestateServer): Promise<AsyncDisposable> => {
  const service = startProgram(machine, 'serve', '--port', String(server.servicePort), '--admin', server.admin);
  await service.printed('Serving the fleet');
  return {
    [Symbol.asyncDispose]: async () => {
      process.kill(service.pid, 'SIGKILL');
      await service.ended;
    },
  };
};

const FORMS = [
  { name: 'another machine, and back again', isLost: false, hasEngine: false },
  { name: 'another machine, when its own is lost for good', isLost: true, hasEngine: false },
  ...(hasRestate
    ? [{ name: 'another machine over the Restate engine, when its own is lost', isLost: true, hasEngine: true }]
    : []),
];

describe.skipIf(!hasGit)('a run of a work item on a remote (needs git)', () => {
  test.for(FORMS)(
    'whose worker was killed (-9) continues on $name',
    { timeout: 900_000 },
    async ({ isLost, hasEngine }, { home }) => {
      await using server = hasEngine ? await aServer(home) : null;
      const { one, two, ask } = await twoMachines(home, server === null ? null : server.ingress);
      await using _service = server === null ? null : await serve(two, server);
      const add = ['work', 'add', 'login', '--spec', 'specs/shout.md'];
      expect(await runProgram(one, ...add)).toMatchObject({ exitCode: 0, stderr: '' });
      const readRun = async () =>
        (await ask('show', 'refs/dualgate/ledger/login:run.jsonl').catch(() => ''))
          .trimEnd()
          .split('\n')
          .flatMap((line) =>
            line === '' ? [] : [JSON.parse(line) as { type: string; data: Record<string, unknown> }],
          );
      const isSaved = (phase: string, iteration: number) =>
        vi.waitFor(
          async () =>
            expect((await readRun()).at(-1)).toMatchObject({ type: 'turn.started', data: { phase, iteration } }),
          { timeout: 200_000, interval: 200 },
        );

      // In its second turn of GREEN, after half of the work was held.
      const killed = work(one);
      await isSaved('GREEN', 2);
      process.kill(killed.pid, 'SIGKILL');
      await killed.ended;
      const before = await readRun();
      // With its workspace, its ledgers, its worktrees and its anchors.
      if (isLost)
        for (const each of (await readdir(one.home)).filter((name) => name !== 'agent'))
          await rm(join(one.home, each), { recursive: true, force: true });

      // In its first turn of REFACTOR, after GREEN was exited.
      const second = work(two);
      await isSaved('REFACTOR', 1);
      await second.printed('with the exit of GREEN');
      process.kill(second.pid, 'SIGKILL');
      expect((await second.ended).stdout).toContain('login: bringing the run');
      // The held half came along; a file of the lost turn did not.
      expect(readFileSync(join(one.agent, 'found.mjs'), 'utf8')).toBe(HALF);
      expect(readFileSync(join(one.agent, 'found'), 'utf8')).toBe('shout.mjs\n');

      // The first machine, if it is there, has an older ledger of this run, which nobody continues.
      const third = await work(isLost ? two : one).ended;
      expect(third, third.stdout + third.stderr).toMatchObject({ exitCode: 0 });

      const bytes = Buffer.from(await ask('show', 'refs/dualgate/ledger/login:ledger.jsonl'));
      const begun = readItemLedger(bytes, 'login', null).records.flatMap((record) =>
        record.type === 'item.worked_on' ? [record.data] : [],
      );
      expect(begun.map(({ resumed }) => resumed)).toEqual([false, true, true]);
      const [{ run } = { run: '' }] = begun;
      expect(begun.map((each) => each.run)).toEqual([run, run, run]);
      const { folder = '' } = begun.at(-1) ?? {};
      const { ledger } = runFolders(folder, run);
      expect((await verifyLedger(ledger)).problems).toEqual([]);
      const last = isLost ? two : one;
      expect(await runProgram({ ...last, workspace: folder }, 'verify')).toMatchObject({ exitCode: 0 });

      const records = [...readLedgerSync(ledger)].map(asWorkRecord);
      // It begins with the records that the first machine saved.
      expect(
        readFileSync(ledger, 'utf8')
          .split('\n')
          .slice(0, before.length)
          .map((line) => JSON.parse(line)),
      ).toEqual(before);
      const decided = records.flatMap(({ type, data }) =>
        type === 'iteration.decided' ? [`${data.record.phase} ${data.record.iteration} ${data.decision.can_exit}`] : [],
      );
      expect(decided).toEqual(['RED 1 true', 'GREEN 1 false', 'GREEN 2 true', 'REFACTOR 1 true', 'DOCUMENT 1 true']);
      const lost = records.flatMap(({ type, data }) =>
        type === 'turn.discarded' ? [`${data.phase} ${data.iteration} ${data.outcome}`] : [],
      );
      expect(lost).toEqual(['GREEN 2 cut_off', 'REFACTOR 1 cut_off']);

      // The commits of both machines are below the result.
      const made = records.flatMap(({ type, data }) => (type === 'work.committed' ? [data.commit] : []));
      const result = (await ask('rev-parse', 'refs/heads/dualgate/login')).trim();
      expect(made.at(-1)).toBe(result);
      expect((await ask('log', '--reverse', '--format=%H', `-${made.length}`, result)).trim().split('\n')).toEqual(
        made,
      );
      for (const machine of isLost ? [two] : [one, two]) {
        await execa('git', ['fetch', '--quiet', await hubOf(machine), 'refs/heads/*:refs/remotes/hub/*'], {
          cwd: machine.workspace,
        });
        const proof = await runProgram(machine, 'prove', result);
        expect(proof, proof.stdout + proof.stderr).toMatchObject({ exitCode: 0 });
      }
      // With its ledger, too.
      const whole = await runProgram({ ...last, workspace: folder }, 'prove');
      expect(whole, whole.stdout + whole.stderr).toMatchObject({ exitCode: 0 });
      expect(await runProgram(two, 'work', 'verify')).toMatchObject({ exitCode: 0, stderr: '' });
    },
  );
});

const hubOf = async ({ home }: Project): Promise<string> => join(home, '..', 'hub.git');
