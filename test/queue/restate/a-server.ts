/**
 * A real Restate server with ports of its own, on this machine. `DUALGATE_RESTATE` names the folder in which npm
 * installed it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileMark } from '../../left-running.ts';

const { DUALGATE_RESTATE } = process.env;
const PROGRAM =
  DUALGATE_RESTATE === undefined
    ? null
    : join(
        DUALGATE_RESTATE,
        'node_modules/@restatedev',
        `restate-server-${process.platform}-${process.arch}`,
        'bin/restate-server',
      );

/** False where the reason stands in the title of what is skipped. */
export const hasRestate = PROGRAM !== null && existsSync(PROGRAM);

export interface RestateServer extends AsyncDisposable {
  readonly ingress: string;
  readonly admin: string;
  /** A free port for the service. */
  readonly servicePort: number;
  /** Kills it (-9). */
  readonly kill: () => Promise<void>;
  /** Its resident memory, in MB. */
  readonly memory: () => number;
  /** The time that it has used its cores, in milliseconds. */
  readonly busyMs: () => number;
  /** Bytes of its data. */
  readonly stored: () => number;
  /** Starts it again on its own data. */
  readonly start: () => Promise<void>;
}

/** @param home - for its data */
export const aServer = async (home: string): Promise<RestateServer> => {
  const [ingress = 0, admin = 0, node = 0, servicePort = 0] = await Promise.all([1, 2, 3, 4].map(findPort));
  let child: ReturnType<typeof spawn> | null = null;
  const start = async (): Promise<void> => {
    const log = openSync(join(home, 'restate-server.log'), 'a');
    child = spawn(PROGRAM ?? '', ['--base-dir', join(home, 'restate-data'), '--node-name', 'node-1'], {
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        ...fileMark(),
        RESTATE_BIND_IP: '127.0.0.1',
        RESTATE_LISTEN_MODE: 'tcp',
        RESTATE_INGRESS__BIND_PORT: String(ingress),
        RESTATE_ADMIN__BIND_PORT: String(admin),
        RESTATE_BIND_PORT: String(node),
        RESTATE_DEFAULT_NUM_PARTITIONS: '1',
        RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: '128MiB',
        RESTATE_DISABLE_TELEMETRY: 'true',
        DO_NOT_TRACK: '1',
      },
    });
    for (const url of [`http://127.0.0.1:${ingress}/restate/health`, `http://127.0.0.1:${admin}/health`])
      while (!(await isUp(url))) await wait(20);
  };
  const kill = async (): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  await start();
  return {
    ingress: `http://127.0.0.1:${ingress}`,
    admin: `http://127.0.0.1:${admin}`,
    servicePort,
    kill,
    start,
    memory: () => residentOf(child?.pid),
    busyMs: () => busyMsOf(child?.pid),
    stored: () => sizeOf(join(home, 'restate-data')),
    [Symbol.asyncDispose]: kill,
  };
};

const PAGE_BYTES = 4096;

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + (statSync(join(entry.parentPath, entry.name)).blocks ?? 0) * 512, 0);

/** Linux only; 0 elsewhere. */
const residentOf = (pid: number | undefined): number => {
  const path = `/proc/${pid}/statm`;
  if (!existsSync(path)) return 0;
  const [, pages = '0'] = readFileSync(path, 'utf8').split(' ');
  return Math.round((Number(pages) * PAGE_BYTES) / 1_048_576);
};

/** Hundredths of a second, whatever the machine (`man 5 proc`). */
const TICK_MS = 10;

/** With the processes that it waited for. Linux only; 0 elsewhere. */
export const busyMsOf = (pid: number | undefined): number => {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return 0;
  const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
};

const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

const findPort = async (): Promise<number> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const closed = once(server, 'close');
  server.close();
  await closed;
  return typeof address === 'object' && address !== null ? address.port : 0;
};
