import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Config, parseConfig } from '../../../src/read-config/parse-config.ts';
import { stateFolder } from '../../../src/ledger/state-folder.ts';
import { listFolders } from '../../../src/queue/list/list-folders.ts';
import { lockList } from '../../../src/queue/list/lock-list.ts';
import { readNotedList } from '../../../src/queue/list/list-state.ts';
import { openList, type OpenedList } from '../../../src/queue/list/open-list.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { beginList, doTask } from './list-records.ts';

const LIST = 'list-20261122-072700-000001';
const YAML = `work: { specs: [specs/a.md, specs/b.md] }
agent: { command: a }
tests: { command: node --test }
commits: false
`;
const A = 'specs/a.md';
const B = 'specs/b.md';
let config: Config;
beforeEach(async () => {
  await withAnchorsAside();
  const folder = await aFolder();
  // The second was ticked by an agent.
  await write(folder, { [A]: '- [x] AC-1: a\n', [B]: '- [x] AC-1: b\n' });
  config = parseConfig(YAML, { path: join(folder, 'dualgate.yaml'), readFile: () => '' });
});

const aList = (list: string, tasks: readonly string[], its: readonly string[]): void => {
  const held = lockList({ config, list, as: 'new', now: () => new Date(0), onNotice: () => {} });
  held.write('list.started', beginList(Object.fromEntries(tasks.map((spec) => [spec, []])), { list }));
  for (const each of its) held.write('task.done', doTask(each));
  const status = its.length === tasks.length ? 'completed' : 'interrupted';
  held.write('list.ended', { status, why: 'x', exit_code: 0 });
  held.close();
};
const open = (fresh = false): Promise<OpenedList> =>
  openList({ config, fresh, by: 'Ann', now: () => new Date(), onNotice: () => {} });
const current = () => listFolders(config.folder, LIST).current;

describe('the current list of a workspace', () => {
  test('is known although an agent removes its name: then not all is done', async () => {
    aList(LIST, [A, B], [A]);
    expect(readNotedList(config.folder)).toEqual({ list: LIST, open: [B] });
    rmSync(current());
    await expect(open()).rejects.toThrow(
      `Cannot continue in ${config.folder}: the list ${LIST} has unfinished tasks (${B}), but .dualgate/lists names none. Restore .dualgate, or check the changes to the files and start another list with dualgate run --new.`,
    );
    // A person who begins another hears of the box that the list did not tick.
    await expect(open(true)).rejects.toThrow(`${B} is marked as done, but the last list did not complete it`);
  });

  test('is known although an agent removes its ledger, or names a list that was all done', async () => {
    aList('list-20261121-000000-000000', [A], [A]);
    aList(LIST, [A, B], [A]);
    writeFileSync(current(), 'list-20261121-000000-000000\n');
    await expect(open()).rejects.toThrow('names list-20261121-000000-000000.');
    await expect(open(true)).rejects.toThrow(`${B} is marked as done`);
    writeFileSync(current(), `${LIST}\n`);
    rmSync(dirname(listFolders(config.folder, LIST).ledger), { recursive: true });
    await expect(open()).rejects.toThrow('names none.');
  });

  test('does not matter when it did all of it, or none was started here', async () => {
    expect(await open()).toEqual({ is: 'nothing', done: [A, B] });
    aList(LIST, [A, B], [A, B]);
    rmSync(current());
    expect(await open()).toEqual({ is: 'nothing', done: [A, B] });
  });

  test('is not guessed from a spoilt note', async () => {
    aList(LIST, [A, B], [A]);
    const notes = join(stateFolder(process.env), 'lists');
    mkdirSync(notes, { recursive: true });
    for (const name of readdirSync(notes)) writeFileSync(join(notes, name), '{"list":1}\n');
    await expect(open()).rejects.toThrow(/^Cannot determine the current list of .+: .+ is not a valid note\. Check it/);
  });
});
