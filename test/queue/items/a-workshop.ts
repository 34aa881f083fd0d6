/**
 * A project with one work item and workers on it: a scripted agent, a suite in shell, the workspace or a bare remote.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { hashBytes } from '../../../src/ledger/ledger-record.ts';
import { readConfig } from '../../../src/read-config/parse-config.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import type { ListEvent } from '../../../src/queue/list/list-events.ts';
import { decideAdd } from '../../../src/queue/items/decide-item.ts';
import { pushBase } from '../../../src/queue/items/item-store.ts';
import { openItems } from '../../../src/queue/items/open-items.ts';
import type { Witness } from '../../../src/queue/restate/witness.ts';
import { createWorker } from '../../../src/queue/items/worker/create-worker.ts';
import { makeTempFolder } from '../../ledger/temp-folder.ts';
import { runGitFor } from '../leases/a-store.ts';
import { TTL } from './a-store.ts';

/** Says yes, after what the script does; `says` changes its word. */
const AGENT = `cat > /dev/null
says=true
status=COMPLETE
blockers=none
. "$(dirname "$0")/does.sh"
printf '%s\\n' ---PRP_PHASE_STATUS--- "PHASE: $DUALGATE_PHASE" "ITERATION: $DUALGATE_ITERATION" "NONCE: $DUALGATE_NONCE" \\
  "STATUS: $status" 'BLOCKERS:' "  - $blockers" "EXIT_SIGNAL: $says" ---END_PRP_PHASE_STATUS---
`;

const SUITE = `echo TAP version 13
[ -e broken ] && echo 'not ok 1 - whole' || echo 'ok 1 - whole'
echo 1..1
[ ! -e broken ]
`;

export const OFF = { AGENT_EXIT_PROTOCOL_ENABLED: undefined };
export const ON = { AGENT_EXIT_PROTOCOL_ENABLED: 'true' };
interface WorkOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly ttlMs?: number;
  readonly onEvent?: (event: RunEvent | ListEvent, interrupt: () => void) => void;
}

export const YES = 'echo done > login.txt';
export const BLOCKED = "says=false; status=BLOCKED; blockers='no key'";

interface Workshop {
  /** Keys of the config. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Its name. @default 'dualgate.yaml' */
  readonly file?: string;
  /** Items are on refs of `hub.git`, beside the project. */
  readonly isRemote?: boolean;
  readonly agentEnv?: Readonly<Record<string, string>>;
  /** Stands for the engine. @default none */
  readonly witness?: Witness['report'];
}

/** A project with one item. */
export const aWorkshop = async (
  does: string,
  { more = {}, file = 'dualgate.yaml', isRemote = false, agentEnv = {}, witness }: Workshop = {},
) => {
  const home = makeTempFolder();
  const folder = join(home, 'project');
  const hub = join(home, 'hub.git');
  const agentDoes = (script: string) => writeFileSync(join(home, 'does.sh'), `${script}\n`);
  agentDoes(does);
  mkdirSync(join(folder, 'specs'), { recursive: true });
  writeFileSync(join(home, 'agent.sh'), AGENT);
  const spec = '# Login\n\n- [ ] AC-1: it opens\n';
  writeFileSync(join(folder, 'specs/login.md'), spec);
  writeFileSync(join(folder, 'suite.sh'), SUITE);
  writeFileSync(
    join(folder, file),
    stringify({
      work: { specs: 'specs/' },
      agent: { command: ['sh', join(home, 'agent.sh')], env: agentEnv },
      tests: { command: 'sh suite.sh', runner: 'tap', files: ['suite.sh'] },
      commits: true,
      phases: [
        {
          phase: 'BUILD',
          purpose: 'Build',
          gate_1: { condition: 'tests_failing == 0' },
          limits: { max_iterations: 2 },
        },
      ],
      work_items: { ci: 'test -e login.txt', ...(isRemote ? { remote: hub } : {}) },
      ...more,
    }),
  );
  runGitFor(folder, 'init', '--quiet', '--initial-branch', 'main');
  for (const [key, value] of [
    ['user.name', 'Bea'],
    ['user.email', 'bea@example.org'],
  ] as const)
    runGitFor(folder, 'config', key, value);
  runGitFor(folder, 'add', '--all');
  runGitFor(folder, 'commit', '--quiet', '--message', 'Start');
  const base = runGitFor(folder, 'rev-parse', 'HEAD');
  if (isRemote) runGitFor(home, 'init', '--quiet', '--bare', hub);
  const config = () => readConfig({ cwd: folder, config: join(folder, file) });
  // Anchors of runs go where the suite keeps its own.
  let time = Date.parse('2026-01-13T10:30:00.000Z');
  const items = await openItems({ config: config(), env: process.env, now: () => new Date(time) });
  await items.store.change({
    item: 'login',
    decide: decideAdd({
      item: 'login',
      title: null,
      spec: 'specs/login.md',
      spec_hash: hashBytes(spec),
      base,
      by: 'ann',
      isDraft: false,
    }),
    ttlMs: TTL,
    moves: isRemote ? [pushBase('login', base)] : [],
  });
  let workers = 0;
  const work = async ({ env = ON, ttlMs = 60_000, onEvent = () => {} }: WorkOptions = {}) => {
    workers += 1;
    const notices: string[] = [];
    const worker = createWorker({
      config: config(),
      items: witness === undefined ? items : { ...items, witness: () => ({ report: witness }) },
      name: `w${workers}`,
      env: { ...process.env, ...OFF, ...env },
      ttlMs,
      once: false,
      waits: false,
      onEvent: (event) => {
        if (event.type === 'list.notice') notices.push(event.text);
        onEvent(event, worker.interrupt);
      },
    });
    const { status, why } = await worker.ended;
    return { status, why, notices };
  };
  const state = async () => (await items.store.read('login'))?.state;
  return {
    home,
    folder,
    hub,
    base,
    items,
    work,
    state,
    /** The clock of the leases stands still but for this. */
    pass: (ms: number) => void (time += ms),
    agentDoes,
    git: (...args: readonly string[]) => runGitFor(folder, ...args),
  };
};
