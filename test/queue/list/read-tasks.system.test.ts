import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../../src/read-config/parse-config.ts';
import { readTasks } from '../../../src/queue/list/open-list.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';
import { PRD, SPEC_KIT } from '../../evidence/criteria-formats/samples.ts';

const tasksOf = async (done: string) => {
  const folder = await aFolder();
  await write(folder, { 'specs/1-a/spec.md': SPEC_KIT, 'specs/1-a/plan.md': '# Plan\n', 'prd.json': PRD });
  const config = parseConfig(
    `work: { specs: ["specs/*/spec.md", prd.json], done: ${done} }\nagent: { command: a }\ntests: { command: node --test }\n`,
    { path: `${folder}/dualgate.yaml`, readFile: () => '' },
  );
  return (await readTasks(config)).tasks.map(({ spec }) => spec);
};

describe('tasks in other formats than checkboxes', () => {
  test('are refused before the list starts, where dualgate could not mark them', async () => {
    const spec = 'specs/1-a/spec.md has no checkboxes to tick, since its format is GitHub Spec Kit';
    const prd = 'prd.json has no checkboxes to tick, since its format is JSON task list: set work.done to move';
    await expect(tasksOf('checkboxes')).rejects.toThrow(spec);
    await expect(tasksOf('checkboxes')).rejects.toThrow(prd);
    await expect(tasksOf('front_matter')).rejects.toThrow('prd.json is JSON, which has no front matter');
  });

  test('are taken in a list that moves them', async () => {
    expect(await tasksOf('move')).toEqual(['specs/1-a/spec.md', 'prd.json']);
  });
});

/** @param after - spec → the `after` of its front matter, as written; '' for none */
const orderOf = async (after: Readonly<Record<string, string>>, keys: string) => {
  const folder = await aFolder();
  for (const [spec, written] of Object.entries(after)) {
    const head = written === '' ? '' : `---\nafter: ${written}\n---\n\n`;
    await write(folder, { [spec]: `${head}# A\n\n- [ ] AC-1: it is\n` });
  }
  const config = parseConfig(`${keys}\nagent: { command: a }\ntests: { command: node --test }\n`, {
    path: `${folder}/dualgate.yaml`,
    readFile: () => '',
  });
  return (await readTasks(config)).tasks.map(({ spec, needs }) => [spec, ...needs].join(' < '));
};

describe('`after` in the front matter of specs', () => {
  const LIST = 'work: { specs: specs/ }\ncommits: true';

  test('orders the tasks of a folder: by a spec, or by the name of a file beside it', async () => {
    expect(await orderOf({ 'specs/a.md': '[c, specs/b.md]', 'specs/b.md': 'c.md', 'specs/c.md': '' }, LIST)).toEqual([
      'specs/c.md',
      'specs/b.md < specs/c.md',
      'specs/a.md < specs/c.md < specs/b.md',
    ]);
  });

  test('is refused if it is circular, names no task, or cannot be read', async () => {
    await expect(orderOf({ 'specs/a.md': 'b', 'specs/b.md': 'a' }, LIST)).rejects.toThrow(
      'the needs of the tasks are circular: specs/a.md, specs/b.md',
    );
    await expect(orderOf({ 'specs/a.md': 'x' }, LIST)).rejects.toThrow(
      'specs/a.md needs x, which is not a task of the list',
    );
    await expect(orderOf({ 'specs/a.md': '{ b: 1 }' }, LIST)).rejects.toThrow(
      'specs/a.md: `after` in its front matter must be a spec, a name, or a list of them',
    );
  });

  test('may name tasks on separate branches only where all are merged into one', async () => {
    const apart = { 'specs/a.md': '', 'specs/b.md': '', 'specs/c.md': '[a, b]' };
    await expect(orderOf(apart, LIST)).rejects.toThrow('specs/a.md and specs/b.md, which are on separate branches');
    const merged = 'work: { specs: specs/, workers: 2 }\ncommits: true\nworkspace: worktree';
    expect((await orderOf(apart, merged)).at(-1)).toBe('specs/c.md < specs/a.md < specs/b.md');
  });
});
