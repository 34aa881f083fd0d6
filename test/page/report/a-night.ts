/**
 * A night with a list of work: its ledger is made by the list's own hand; the runs are copies of a real one, which was forced.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, parseConfig } from '../../../src/read-config/parse-config.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { type LockedList, lockList } from '../../../src/queue/list/lock-list.ts';
import type { DeferredStatus } from '../../../src/queue/list/list-record.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';
import { beginList, deferTask, doTask } from '../../queue/list/list-records.ts';

const LEDGER = fileURLToPath(new URL('ledgers/forced.jsonl', import.meta.url));
/** Run of the first task. */
export const RUN = '20261122-072752-3ca074';
export const LIST = 'list-20261122-072700-000001';
export const YAML = `work: { specs: [specs/a.md, specs/b.md, specs/c.md, specs/d.md] }
agent: { command: a }
tests: { command: node --test }
`;

/** A checkout with the config of a list. */
export const aCheckout = async (): Promise<Config> => {
  const folder = await aFolder();
  await write(folder, { 'dualgate.yaml': YAML });
  return parseConfig(YAML, { path: join(folder, 'dualgate.yaml'), readFile: () => '' });
};

/** Puts the ledger of the run there. */
export const layOut = (folder: string): void => {
  const { ledger } = runFolders(folder, RUN);
  mkdirSync(join(ledger, '..'), { recursive: true });
  copyFileSync(LEDGER, ledger);
};

export const defer = (spec: string, status: DeferredStatus, why: string) => deferTask(spec, status, { why });

/** Of four tasks one is done in a work tree, one asks for a person, one could not begin, one has not begun. */
export const aNight = (config: Config, tree: string): LockedList => {
  const held = lockList({ config, list: LIST, as: 'new', now: () => new Date(0), onNotice: () => {} });
  const names = { a: 'specs/a.md', b: "Bea's | b", c: 'specs/c.md', d: 'specs/d.md' };
  const tasks = Object.entries(names).map(([file, name]) => ({ spec: `specs/${file}.md`, name, needs: [], hash: '0' }));
  const before = [{ spec: 'specs/z.md', hash: '0', commit: null }];
  held.write('list.started', beginList({}, { list: LIST, tasks, done_before: before, attempts: 2 }));
  held.write('task.started', { task: 'specs/a.md', run: RUN, folder: tree, resumed: false });
  const marked = { how: null, path: 'specs/a.md', why: 'it is gone' } as const;
  held.write('task.done', doTask('specs/a.md', { run: RUN, branch: 'dualgate/a', marked }));
  held.write('task.deferred', {
    ...defer('specs/b.md', 'needs_human', 'blocked: `no key`\n# all is well'),
    kept: 'refs/dualgate/b',
  });
  held.write('task.started', {
    task: 'specs/c.md',
    run: '20261122-080000-000003',
    folder: config.folder,
    resumed: false,
  });
  held.write('task.deferred', defer('specs/c.md', 'stuck', 'no agent'));
  return held;
};

export const end = (held: LockedList): void => {
  held.write('list.ended', { status: 'needs_human', why: '1 of 4 tasks is done', exit_code: 4 });
  held.close();
};
