/** The chart as a child of a host's own machine on the engine of Restate. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished } from 'vitest';
import { test } from '../../end-to-end/a-home.ts';
import { anIteration } from '../../gates/an-iteration.ts';
import { eventually } from '../../page/inspector/eventually.ts';
import { fileMark } from '../../left-running.ts';
import { aServer, hasRestate } from '../../queue/restate/a-server.ts';
import { layOutPrograms } from './lay-out-programs.ts';

/** Node has it from 22 on; `dualgate serve` adds it, too. */
const WITH_RESOLVERS = `data:text/javascript,${encodeURIComponent(`Promise.withResolvers ??= function () {
  let resolve, reject;
  const promise = new this((one, other) => { resolve = one; reject = other; });
  return { promise, resolve, reject };
};`)}`;

const ask = async (url: string, body?: unknown): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, {
    method: 'POST',
    ...(body === undefined ? {} : { headers, body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${answer}`);
  return answer === '' ? null : JSON.parse(answer);
};

const needs = hasRestate ? '' : ' (skipped: no restate-server in the folder DUALGATE_RESTATE)';

describe.skipIf(!hasRestate)(`the machine of docs/how-to/hosts.md on Restate${needs}`, () => {
  test('takes a turn after the other until the chart, its child, is done', async ({ home }) => {
    await using server = await aServer(home);
    const folder = await layOutPrograms('');
    const early = anIteration('GREEN', { tests_failing: 1, tests_passing: 9 });
    const phases = (['GREEN', 'REFACTOR', 'DOCUMENT'] as const).map((phase) => anIteration(phase));
    await writeFile(join(folder, 'models/records.json'), JSON.stringify([anIteration('RED'), early, ...phases]));
    const service = spawn(process.execPath, ['--import', WITH_RESOLVERS, join(folder, 'restate.mjs')], {
      env: { PATH: process.env['PATH'], PORT: String(server.servicePort), ...fileMark() },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said = text(service.stderr);
    onTestFinished(async () => {
      service.kill('SIGKILL');
      if (service.exitCode === null && service.signalCode === null) await once(service, 'exit');
      await said;
    });
    const uri = `http://127.0.0.1:${server.servicePort}`;
    const registered = () =>
      ask(`${server.admin}/deployments`, { uri, force: true }).then(
        () => 'registered',
        (error: unknown) => String(error),
      );
    await eventually(registered).toBe('registered');
    await ask(`${server.ingress}/work/one/create`);
    const snapshot = await ask(`${server.ingress}/work/one/waitFor`, { condition: 'done', timeout: 60_000 });
    expect(snapshot).toMatchObject({ status: 'done', value: 'over' });
  });
});
