/**
 * A project with work items in any store, and several machines with workers: the built program, a scripted agent, a suite in
 * shell.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { stringify } from 'yaml';
import { makeTempFolder } from '../ledger/temp-folder.ts';
import { runGitFor } from '../queue/leases/a-store.ts';
import { environmentOf, PROGRAM } from './run-program.ts';

const AGENT = `prompt=$(cat)
task=$(printf '%s' "$prompt" | sed -n 's/.*specs\\/\\(item-[0-9]*\\)\\.md.*/\\1/p' | head -n 1)
[ -n "$task" ] && echo done > "$task.txt"
printf '%s\\n' ---PRP_PHASE_STATUS--- "PHASE: $DUALGATE_PHASE" "ITERATION: $DUALGATE_ITERATION" "NONCE: $DUALGATE_NONCE" \\
  'STATUS: COMPLETE' 'EXIT_SIGNAL: true' ---END_PRP_PHASE_STATUS---
`;

const SUITE = `echo TAP version 13
echo 'ok 1 - whole'
echo 1..1
`;

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
export const aRemoteFleet = ({ items: count, machines, lease, engine, isRemote = true, more = {} }: Fleet) => {
  const home = makeTempFolder();
  const hub = join(home, 'hub.git');
  const items = Array.from({ length: count }, (_, n) => `item-${n}`);
  writeFileSync(join(home, 'agent.sh'), AGENT);
  const first = join(home, machines[0] ?? '');
  mkdirSync(join(first, 'specs'), { recursive: true });
  for (const item of items) writeFileSync(join(first, `specs/${item}.md`), `# ${item}\n\n- [ ] AC-1: ${item}\n`);
  const config = {
    work: { specs: 'specs/' },
    agent: { command: ['sh', join(home, 'agent.sh')] },
    tests: { command: 'sh suite.sh', runner: 'tap', files: ['suite.sh'] },
    commits: true,
    ...more,
    phases: [{ phase: 'BUILD', purpose: 'Build it', gate_1: { condition: 'tests_failing == 0' } }],
    work_items: {
      ...(isRemote ? { remote: hub } : {}),
      ...(engine === undefined ? {} : { engine }),
      lease,
      ci: 'sh ci.sh',
    },
  };
  writeFileSync(join(first, 'dualgate.yaml'), stringify(config));
  writeFileSync(join(first, 'suite.sh'), SUITE);
  writeFileSync(join(first, 'ci.sh'), 'ls item-*.txt\n');
  runGitFor(first, 'init', '--quiet', '--initial-branch', 'main');
  runGitFor(first, 'add', '--all');
  runGitFor(first, 'commit', '--quiet', '--message', 'Start');
  runGitFor(home, 'clone', '--quiet', '--bare', first, hub);
  for (const machine of machines.slice(1)) runGitFor(home, 'clone', '--quiet', hub, machine);
  for (const machine of machines)
    for (const [key, value] of [
      ['user.name', 'Bea'],
      ['user.email', 'bea@example.org'],
    ] as const)
      runGitFor(join(home, machine), 'config', key, value);
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
