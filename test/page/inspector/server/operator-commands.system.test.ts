import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createRun, type Run } from '../../../../src/run/create-run.ts';
import type { RunEvent } from '../../../../src/records/run-events.ts';
import { hasGit, write } from '../../../evidence/a-repository.ts';
import { aWaitingRun } from '../../../run/operator-commands/a-waiting-run.ts';
import { aCodeWorkspace, withAnchorsAside } from '../../../run/a-workspace.ts';
import { aFinishedRun, RUN } from './a-finished-run.ts';
import { aPage } from './a-page.ts';

const BY = 'ann (through the page)';
const SKIP = { command: 'skip', reason: 'the vendor is down' } as const;

describe('a command that is none', () => {
  beforeEach(withAnchorsAside);

  test.each([
    ['without a reason', { run: RUN, command: 'skip', reason: '  ' }, 400],
    ['with a reason that nobody can see', { run: RUN, command: 'skip', reason: '\u202E\u200B' }, 400],
    ['of another name', { run: RUN, command: 'accept', reason: 'x' }, 400],
    ['with more in it', { run: RUN, ...SKIP, by: 'the president' }, 400],
    ['to a run that is not there', { run: 'nothing', ...SKIP }, 404],
    ['to a path', { run: '../../etc', ...SKIP }, 404],
    ['to work that is over', { run: RUN, ...SKIP }, 409],
    ['to go on, where no page can do that', { run: RUN, command: 'resume', reason: 'x' }, 409],
    ['longer than any', { run: RUN, command: 'guide', reason: 'x'.repeat(40_000) }, 413],
  ])('%s is refused in words, and nothing is recorded', async (_, command, status) => {
    const { config, folders } = await aFinishedRun();
    const before = readFileSync(folders.ledger, 'utf8');
    const answered = await (await aPage(config)).command(command as never);
    expect(answered.status).toBe(status);
    expect(JSON.parse(answered.body)).toEqual({ ok: false, said: expect.stringMatching(/\.$|dualgate resume/) });
    expect(readFileSync(folders.ledger, 'utf8')).toBe(before);
  });

  test('is one that a form of another page could send', async () => {
    const { config } = await aFinishedRun();
    const { command } = await aPage(config);
    const sent = await command({ run: RUN, ...SKIP }, { 'content-type': 'text/plain' });
    expect(sent.status).toBe(415);
  });

  test('is any, where the page was opened to look only', async () => {
    const { config } = await aFinishedRun();
    const { command } = await aPage(config, { commands: false });
    expect((await command({ run: RUN, ...SKIP })).status).toBe(403);
  });
});

const untilIterating = async ({ events }: Run): Promise<void> => {
  for await (const { type } of events) if (type === 'iteration.started') return;
};

describe.runIf(process.platform === 'linux')('a command of an agent that found the address (Linux)', () => {
  beforeEach(withAnchorsAside);

  const WORDS = { run: RUN, command: 'guide', reason: 'x' };
  const GIVE = `
    const [url, token, body] = process.argv.slice(1);
    const headers = { 'x-dualgate-token': token, 'content-type': 'application/json' };
    fetch(url, { method: 'POST', headers, body }).then((answer) => answer.json()).then(({ said }) => console.log(said));
  `;
  const giveBy = async (words: readonly string[], env: Readonly<Record<string, string>>) => {
    const { config } = await aFinishedRun();
    const { inspector, token } = await aPage(config);
    const url = new URL('/commands', inspector.url).href;
    const [program, ...args] = [...words, process.execPath, '-e', GIVE, url, token, JSON.stringify(WORDS)];
    return (await execa(program, args, { env })).stdout;
  };

  test('is refused, by whatever remove it is given', async () => {
    const refused = 'Cannot accept the command from inside a turn of the agent. Only an operator can send it.';
    expect(await giveBy([], { DUALGATE_RUN: 'another-run' })).toBe(refused);
    expect(await giveBy(['sh', '-c', 'env -u DUALGATE_RUN "$@"; :', 'sh'], { DUALGATE_RUN: RUN })).toBe(refused);
  });

  test('of a terminal is not', async () => {
    expect(await giveBy([], {})).toMatch(
      /^Cannot guide the agent of the run .*: its work is over\. Start a new one with dualgate run\.$/,
    );
  });
});

describe.skipIf(!hasGit)('a command through the page (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('has the effect and the records of one from a terminal, on a live run and on one that has ended, and forces only the phase that was confirmed', async () => {
    const { config, run, untilItWaits, operatorRecords } = await aWaitingRun();
    await untilItWaits(1);
    const { command, events } = await aPage(config);
    const late = await command({ run: run.id, ...SKIP, phase: 'REFACTOR' });
    expect([late.status, JSON.parse(late.body)]).toEqual([
      409,
      {
        ok: false,
        said: expect.stringMatching(/^Cannot skip REFACTOR: the current phase is RED\. Nothing was forced/),
      },
    ]);
    const live = await command({ run: run.id, ...SKIP, phase: 'RED' });
    expect(live.status).toBe(200);
    // The page is told by the feed: nobody hands it the events of this run.
    const seen = events(run.id);
    await seen.until(({ name, data }) => name === 'event' && data.type === 'waiting');
    expect(JSON.parse(live.body)).toEqual({
      ok: true,
      said: 'Forced the exit of RED. GREEN is next.',
    });
    await untilItWaits(2);
    run.interrupt();
    await run.ended;
    await seen.until(({ name, data }) => name === 'going' && !data);
    const later = await command({ run: run.id, command: 'guide', reason: 'Look into lib/.' });
    expect(later.status).toBe(200);
    expect(await operatorRecords()).toEqual([
      { type: 'operator.skipped', data: expect.objectContaining({ phase: 'RED', by: BY, reason: SKIP.reason }) },
      { type: 'phase.exited', data: expect.objectContaining({ phase: 'RED', forced_exit: true, by: BY }) },
      { type: 'operator.guided', data: { phase: 'GREEN', by: BY, text: 'Look into lib/.' } },
    ]);
  });

  test('waits for the end of the turn, and is nowhere when who gave it has gone by then', async () => {
    const agent = { command: 'sh agent.sh', timeout: '30s' };
    const { config, folder } = await aCodeWorkspace([], { agent, circuit_breaker: { reopenings: 0 } });
    await write(folder, { 'agent.sh': 'until [ -e .dualgate/go ]; do sleep 0.02; done; echo nothing to say\n' });
    const events: RunEvent[] = [];
    const run = createRun({ config, onEvent: (event) => events.push(event) });
    const started = untilIterating(run);
    onTestFinished(async () => {
      writeFileSync(join(folder, '.dualgate/go'), '');
      await run.ended;
    });
    await started;
    const { command, sendCommand, ask, token } = await aPage(config);
    const taken = sendCommand({ run: run.id, command: 'abort', reason: 'I am the agent, and do not wait' });
    taken.on('error', () => {});
    // By the time of this answer the one before has been heard.
    await ask(`/runs?token=${token}`);
    const guided = command({ run: run.id, command: 'guide', reason: 'Look into lib/.' });
    taken.destroy();
    writeFileSync(join(folder, '.dualgate/go'), '');
    expect((await guided).status).toBe(200);
    run.interrupt();
    await run.ended;
    expect(events.map(({ type }) => type).filter((type) => type.startsWith('operator.'))).toEqual(['operator.guided']);
  });
});
