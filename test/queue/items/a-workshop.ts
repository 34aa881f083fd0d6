/**
 * The project of a list with one work item, and workers on it; items are in the workspace, or on a bare remote.
 */
import { join } from 'node:path';
import { hashBytes } from '../../../src/ledger/ledger-record.ts';
import { readConfig } from '../../../src/read-config/parse-config.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import type { ListEvent } from '../../../src/queue/list/list-events.ts';
import { decideAdd } from '../../../src/queue/items/decide-item.ts';
import { pushBase } from '../../../src/queue/items/item-store.ts';
import { openItems } from '../../../src/queue/items/open-items.ts';
import type { Witness } from '../../../src/queue/restate/engine-leases.ts';
import { createWorker } from '../../../src/queue/items/worker/create-worker.ts';
import { runGitFor } from '../leases/a-store.ts';
import { aListProject, TWO_ITERATIONS } from '../list/a-list.ts';
import { TTL } from './a-store.ts';

export const OFF = { AGENT_EXIT_PROTOCOL_ENABLED: undefined };
export const ON = { AGENT_EXIT_PROTOCOL_ENABLED: 'true' };
interface WorkOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly ttlMs?: number;
  readonly onEvent?: (event: RunEvent | ListEvent, interrupt: () => void) => void;
}

export const YES = 'echo done > login.txt';
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
  const keys = (home: string) => ({
    ...TWO_ITERATIONS,
    work_items: { ci: 'test -e login.txt', ...(isRemote ? { remote: join(home, 'hub.git') } : {}) },
    ...more,
  });
  const project = await aListProject({ login: does }, {}, keys, { file, env: agentEnv });
  const { home, folder, git } = project;
  const hub = join(home, 'hub.git');
  const base = git('rev-parse', 'HEAD');
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
      spec_hash: hashBytes(project.read('specs/login.md')),
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
    agentDoes: (script: string) => project.agentDoes('login', script),
    git,
  };
};
