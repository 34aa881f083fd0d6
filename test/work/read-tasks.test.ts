import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/read-config/parse-config.ts';
import { readTasks } from '../../src/work/read-tasks.ts';
import { aFolder, write } from '../evidence/a-repository.ts';
import { PRD, SPEC_KIT } from '../evidence/criteria-formats/samples.ts';

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
