/** Stores of work items, for tests that make the same claims about each: real folders, a real git and a bare remote. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { workItemsSchema } from '../../../src/project/config/schema/work-schema.ts';
import { createExitSignal } from '../../../src/signals/systems/apm2/parse-exit-signal.ts';
import { decideAdd, decideClaim, decideExit, type Exit } from '../../../src/queue/items/decide-item.ts';
import type { ItemAnswer, ItemChange, ItemStore } from '../../../src/queue/items/item-store.ts';
import { openItems } from '../../../src/queue/items/open-items.ts';
import { makeTempFolder } from '../../ledger/temp-folder.ts';
import { EPOCH, runGitFor } from '../leases/a-store.ts';
import { ENGINE_CONFIG, openEngine } from '../leases/an-engine.ts';

export const TTL = 60_000;

export interface AStore {
  readonly home: string;
  readonly folder: string;
  readonly remote: string | null;
  /** A store, as another process would open it. @param machine - its own state */
  readonly open: (machine?: string) => Promise<ItemStore>;
  /** All clocks move on. */
  readonly pass: (ms: number) => void;
  readonly git: (...args: readonly string[]) => string;
}

/** The last one only where there is a Restate server. */
export const KINDS = ['the workspace', 'refs of a remote', 'the Restate engine'] as const;

export const aStore = (kind: (typeof KINDS)[number]): AStore => {
  const home = makeTempFolder();
  const folder = join(home, 'project');
  const remote = kind === 'the workspace' ? null : join(home, 'hub.git');
  mkdirSync(folder);
  runGitFor(folder, 'init', '--quiet', '--initial-branch', 'main');
  runGitFor(folder, 'commit', '--quiet', '--allow-empty', '--message', 'Start');
  if (remote !== null) runGitFor(home, 'init', '--quiet', '--bare', remote);
  let ms = EPOCH;
  return {
    home,
    folder,
    remote,
    open: async (machine = 'one') => {
      const { store } = await openItems({
        config: { folder, work_items: workItemsSchema.parse({}), ...ENGINE_CONFIG },
        env: { HOME: home, XDG_STATE_HOME: join(home, machine), GIT_CONFIG_GLOBAL: '/dev/null' },
        now: () => new Date(ms),
        ...(remote === null ? {} : { remote }),
        ...(kind === 'the Restate engine' ? { engine: openEngine(() => new Date(ms)) } : {}),
      });
      return store;
    },
    pass: (more) => {
      ms += more;
    },
    git: (...args) => execFileSync('git', args, { cwd: remote ?? folder, encoding: 'utf8' }).trim(),
  };
};

type Decide = ItemChange['decide'];

/** A change with the defaults of a test. */
export const change = (store: ItemStore, item: string, decide: Decide, session?: string): Promise<ItemAnswer> =>
  store.change({ item, decide, ttlMs: TTL, ...(session === undefined ? {} : { session }) });

export const add = (store: ItemStore, item: string, isDraft = false): Promise<ItemAnswer> =>
  change(store, item, decideAdd({ item, title: null, spec: null, spec_hash: null, base: null, by: 'ann', isDraft }));

export const claim = (store: ItemStore, item: string, session: string): Promise<ItemAnswer> =>
  change(store, item, decideClaim(item, session), session);

type Signal = Parameters<typeof createExitSignal>[0];

/** An exit by a signal of another program, with the protocol on. */
export const exit = (
  store: ItemStore,
  item: string,
  session: string,
  phase_completed: Signal['phase_completed'],
  { exit_reason = 'completed', ...more }: Partial<Exit> & { readonly exit_reason?: Signal['exit_reason'] } = {},
): Promise<ItemAnswer> =>
  change(
    store,
    item,
    decideExit(item, {
      session,
      actor: 'ann',
      signal: createExitSignal({ phase_completed, exit_reason }),
      enabled: true,
      ciDecides: false,
      run: null,
      commit: null,
      branch: null,
      ...more,
    }),
    session,
  );

/** Its phase and its holder; or why nothing changed. */
export const told = (answer: ItemAnswer): string =>
  answer.ok ? `${answer.reading.state.phase} ${answer.reading.lease?.holder ?? 'free'}` : answer.why;
