/**
 * A run of the whole loop over a little project, by a real agent program whose model is scripted: its environment is the
 * agent's and nothing of the one that runs the tests.
 *
 * @module
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import type { Preset } from '../../../src/agents/presets/preset.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { linuxProcesses } from '../../../src/processes/linux-processes.ts';
import { createRun } from '../../../src/run/create-run.ts';
import type { RunEvent } from '../../../src/run/run-events.ts';
import type { Ended } from '../../../src/run/settle-run.ts';
import { git, write } from '../../evidence/a-repository.ts';
import { HONEST } from '../../run/a-workspace.ts';
import type { ModelServer } from '../model-server/model-server.ts';
import { aClaim, type Step } from '../model-server/step.ts';
import { aModel } from './take-real-turn.ts';

/** The folders first: an agent that writes by its shell makes none. */
const writes = (files: Readonly<Record<string, string>>): readonly Step[] => [
  { run: 'mkdir -p src test' },
  ...Object.entries(files).map(([path, content]) => ({ write: path, content })),
];

/** What the model has the agent do, without a word of it. */
export const WORK = { RED: writes(HONEST.RED.write), GREEN: writes(HONEST.GREEN.write) } as const;

/** The word that the phase is done, with what this turn was told. */
export const CLAIM: Step = { say: `Done.\n\n${aClaim()}` };

/** Honest turns of the model. */
export const TURN = { RED: [...WORK.RED, CLAIM], GREEN: [...WORK.GREEN, CLAIM] } as const;

export interface WholeRun {
  readonly id: string;
  readonly ended: Ended;
  readonly events: readonly RunEvent[];
  readonly model: ModelServer;
  /** Absolute. */
  readonly workspace: string;
  /** What was asked of hosts other than this one, of programs that heed a proxy: `CONNECT host:port`. */
  readonly outward: readonly string[];
}

export interface WholeRunOptions {
  readonly until: 'RED' | 'GREEN';
  /** Keys of the config's `agent` that differ. */
  readonly agent?: object;
  readonly now?: () => Date;
  readonly watch?: (event: RunEvent, model: ModelServer) => void;
}

/** @param lists - one of steps for each turn; one that is put there while the run goes on counts, too */
export const runWhole = async (
  preset: Preset,
  lists: readonly (readonly Step[])[],
  { until, agent: spoil, now, watch = () => {} }: WholeRunOptions,
): Promise<WholeRun> => {
  const { agent, model, remove } = await aModel(preset, lists);
  onTestFinished(remove);
  const folder = agent.workspace;
  await write(folder, { 'package.json': '{ "type": "module" }\n', 'spec.md': '- [ ] AC-1: one is 1\n' });
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message', 'a project');
  const text = stringify({
    version: 1,
    work: { spec: 'spec.md' },
    agent: { use: preset.name, model: agent.model, timeout: '40s', grace: '500ms', ...spoil },
    tests: { command: 'node --test', timeout: '30s' },
  });
  await write(folder, { 'dualgate.yaml': text });
  const { url, outward } = await startProxy();
  takeEnvironment({ ...agent.env, ...proxyVariables(url) });
  const events: RunEvent[] = [];
  const run = createRun({
    config: parseConfig(text, { path: join(folder, 'dualgate.yaml'), readFile: () => '' }),
    until,
    onEvent: (event) => {
      events.push(event);
      watch(event, model);
    },
    ...(now === undefined ? {} : { now }),
  });
  return { id: run.id, ended: await run.ended, events, model, workspace: folder, outward };
};

const proxyVariables = (url: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((it) => [it, it.toLowerCase()]).map((it) => [it, url]),
  ),
  NO_PROXY: '127.0.0.1',
  no_proxy: '127.0.0.1',
});

/** Refuses whatever shall go out, and keeps what it was. */
const startProxy = async (): Promise<{ readonly url: string; readonly outward: readonly string[] }> => {
  const outward: string[] = [];
  const server = createServer(({ method, url }, response) => {
    outward.push(`${method} ${url}`);
    response.writeHead(403).end();
  });
  server.on('connect', ({ method, url }, socket) => {
    outward.push(`${method} ${url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`, outward };
};

/** Until the test is over, the environment is this one and nothing else. */
const takeEnvironment = (env: Readonly<Record<string, string>>): void => {
  const before = { ...process.env };
  const replace = (now: NodeJS.ProcessEnv): void => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, now);
  };
  replace(env);
  onTestFinished(() => replace(before));
};

/** `pid command` of what carries the run's marker. */
export const listMarked = (id: string): readonly string[] =>
  linuxProcesses
    .list()
    .filter((it) => it.carries({ name: 'DUALGATE_RUN', value: id }))
    .map((it) => `${it.pid} ${it.describe()}`);
