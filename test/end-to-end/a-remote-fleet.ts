/** The project of a list with its specs as work items in any store, and several machines with workers: the built program. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { runGitFor } from '../queue/leases/a-store.ts';
import { aListProject, DOES } from '../queue/list/a-list.ts';
import { environmentOf, PROGRAM } from './run-program.ts';

interface Fleet {
  readonly items: number;
  /** Names of the clones; the first one adds the items. */
  readonly machines: readonly string[];
  /** As of the config. */
  readonly lease: string;
  /** Keeps the leases. @default the remote */
  readonly engine?: string;
  /** Without one, the items are in the folder of the first machine. @default true */
  readonly isRemote?: boolean;
  /** Other keys of the config. */
  readonly more?: object;
}

/** A bare remote, and a clone and a state of its own for each machine. */
export const aRemoteFleet = async ({ items: count, machines, lease, engine, isRemote = true, more = {} }: Fleet) => {
  const items = Array.from({ length: count }, (_, n) => `item-${n}`);
  const keys = (home: string) => ({
    ...more,
    work_items: {
      ...(isRemote ? { remote: join(home, 'hub.git') } : {}),
      ...(engine === undefined ? {} : { engine }),
      lease,
      ci: ['sh', '-c', 'ls item-*.txt'],
    },
  });
  const [first = '', ...others] = machines;
  const agents = Object.fromEntries(items.map((item) => [item, DOES(item)]));
  const { home, folder } = await aListProject(agents, {}, keys, { place: first });
  const hub = join(home, 'hub.git');
  runGitFor(home, 'clone', '--quiet', '--bare', folder, hub);
  for (const machine of others) {
    runGitFor(home, 'clone', '--quiet', hub, machine);
    runGitFor(join(home, machine), 'config', 'user.name', 'Bea');
    runGitFor(join(home, machine), 'config', 'user.email', 'bea@example.org');
  }
  const open = (machine: string, ...args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> =>
    spawn(process.execPath, [PROGRAM, ...args], {
      cwd: join(home, machine),
      env: {
        ...environmentOf(home),
        XDG_STATE_HOME: join(home, 'state', machine),
        AGENT_EXIT_PROTOCOL_ENABLED: 'true',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const run = async (machine: string, ...args: readonly string[]) => {
    const child = open(machine, ...args);
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, stdout, stderr };
  };
  return { home, hub, items, open, run };
};
