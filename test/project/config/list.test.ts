import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configOfTask, expandList, orderTasks } from '../../../src/project/config/tasks-of-list.ts';
import { readConfig } from '../../../src/read-config/parse-config.ts';
import { createWorkList } from '../../../src/queue/list/create-work-list.ts';
import { runLine } from '../../cli/memory-io.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';
import { LEAST, parse, problemsOf } from './a-config.ts';

const REST = LEAST.slice(LEAST.indexOf('agent:'));
/** `work` begins in line 1. */
const withWork = (work: string): string => `work:\n${work}${REST}`;
const listOf = (work: string) => parse(withWork(work)).list;

describe('several specs of one run', () => {
  test('keep their order, and one of them is written like a path alone', () => {
    expect(parse(withWork('  spec: [./a.md, b/c.json]\n'))).toMatchObject({
      work: { spec: 'a.md', more: ['b/c.json'] },
      list: null,
    });
    expect(parse(withWork('  spec: [a.md]\n')).work).toEqual({ spec: 'a.md' });
  });

  test('are frozen: no glob of written files may match one', () => {
    expect(
      problemsOf(
        `work: { spec: [a.md, b/c.md] }\nagent: { command: a }\ntests: { command: node --test, writes: [b/**] }\n`,
      ),
    ).toEqual(['dualgate.yaml:3:41: writes[0] must not match b/c.md, which is frozen (got "b/**")']);
  });
});

describe('a list of work in a config', () => {
  test('is a folder, a glob or a list, with defaults for the rest', () => {
    const budget = { cost: null, tokens: null, callsPerHour: null };
    const rest = { done: 'checkboxes', attempts: 3, minutes: null, workers: null, budget };
    const entry = (spec: string) => ({ spec, name: null, needs: [] });
    expect(listOf('  specs: ./specs/\n')).toEqual({ entries: [entry('specs/')], ...rest });
    expect(
      listOf('  specs: [b.md, {spec: ./a.md, needs: [b.md], name: A}]\n  done: move\n  attempts: 2\n  minutes: 60\n'),
    ).toEqual({
      entries: [entry('b.md'), { spec: 'a.md', name: 'A', needs: ['b.md'] }],
      done: 'move',
      attempts: 2,
      minutes: 60,
      workers: null,
      budget,
    });
    expect(
      listOf('  specs: [b.md, {spec: a.md, after: [b.md]}]\n  cost: 2.5\n  tokens: 9\n  calls_per_hour: 7\n'),
    ).toMatchObject({
      entries: [entry('b.md'), { spec: 'a.md', needs: ['b.md'] }],
      budget: { cost: 2.5, tokens: 9, callsPerHour: 7 },
    });
    expect(parse(LEAST).list).toBeNull();
  });

  test.each([
    [
      '  done: move\n',
      ['dualgate.yaml:2:3: work needs a `spec`, or `specs`', 'dualgate.yaml:2:3: work takes done only with `specs`'],
    ],
    ['  spec: a.md\n  specs: b/\n', ['dualgate.yaml:2:3: work takes a spec or `specs`, not both']],
    ['  specs: []\n', ['dualgate.yaml:2:10: specs must be a list of 1 or more specs (got a list)']],
    [
      '  specs: ../specs/\n',
      [
        'dualgate.yaml:2:10: specs must be a glob over paths inside the workspace, without a leading "!" (got "../specs/")',
      ],
    ],
    ['  specs: [a.md, ./a.md]\n', ['dualgate.yaml:2:17: specs[1]: a.md is in the list twice']],
    ['  specs: [a.md, {spec: b.md, name: a.md}]\n', ['dualgate.yaml:2:17: specs[1]: a.md is in the list twice']],
    [
      '  specs: [a.md, {spec: b.md, needs: [c.md]}]\n',
      ['dualgate.yaml:2:38: needs[0] names no task of the list (got "c.md")'],
    ],
    [
      '  specs: [a.md, {spec: b.md, after: [c.md]}]\n',
      ['dualgate.yaml:2:38: after[0] names no task of the list (got "c.md")'],
    ],
    [
      '  specs: [a.md, {spec: b.md, after: [a.md], needs: [a.md]}]\n',
      ['dualgate.yaml:2:17: specs[1] takes `needs` or `after`, not both'],
    ],
    ['  spec: a.md\n  workers: 2\n', ['dualgate.yaml:2:3: work takes workers only with `specs`']],
    ['  specs: a.md\n  workers: 2\n', ['dualgate.yaml:3:12: workers needs `commits: true` and `workspace: worktree`']],
    [
      '  specs: [{spec: a.md, needs: [B]}, {spec: b.md, name: B, needs: [a.md]}]\n',
      ['dualgate.yaml:2:11: the needs of the tasks are circular: a.md needs b.md needs a.md'],
    ],
    [
      '  specs: [{spec: a.md, needs: [a.md]}]\n',
      ['dualgate.yaml:2:11: the needs of the tasks are circular: a.md needs a.md'],
    ],
    ['  specs: a.md\n  attempts: 0\n', ['dualgate.yaml:3:13: attempts must be a whole number from 1 to 100 (got 0)']],
  ])('that is wrong is refused with its place: %j', (work, problems) => {
    expect(problemsOf(withWork(work))).toEqual(problems);
  });

  test('has one worker where the agent is a session, in the config and on the command line', async () => {
    const withWorkers = (workers: number) =>
      `work: { specs: a.md, workers: ${workers} }\nagent: { use: session }\ntests: { command: node --test }\ncommits: true\nworkspace: worktree\n`;
    const why =
      'workers must be 1 with `agent: { use: session }`: a session works on one task at a time (got 2). Remove workers, or use an agent that dualgate starts';
    expect([problemsOf(withWorkers(2)), problemsOf(withWorkers(1))]).toEqual([[`dualgate.yaml:1:31: ${why}`], []]);
    const cwd = await aFolder();
    await write(cwd, { 'dualgate.yaml': withWorkers(1), 'a.md': '- [ ] AC-1: a' });
    const plan = (workers: string) => runLine(['run', '--dry-run', '--workers', workers], { cwd });
    expect(await plan('2')).toEqual({ code: 77, stdout: '', stderr: `Cannot work on the list: ${why}.\n` });
    expect((await plan('1')).stdout).toContain('the session that you have open');
    await expect(createWorkList({ config: readConfig({ cwd }), workers: 2 }).ended).rejects.toThrow(why);
    expect(existsSync(join(cwd, '.dualgate'))).toBe(false);
  });

  test('may need what a folder or a glob of it will find', () => {
    expect(problemsOf(withWork('  specs: [core/*.md, {spec: b.md, needs: [core/a.md]}]\n'))).toEqual([]);
    expect(problemsOf(withWork('  specs: [core, {spec: b.md, needs: [core/a.md]}]\n'))).toEqual([]);
  });

  test('has a config for each task without the other tasks', () => {
    const config = parse(withWork('  specs: [a.md, b.md]\n'));
    const { files: _files, ...ofTask } = configOfTask(config, 'a.md', ['b.md']);
    const { files: _others, ...alone } = parse(withWork('  spec: a.md\n'));
    expect(ofTask).toEqual(alone);
    expect(configOfTask(config, 'a.md', ['b.md']).files).toEqual(['/project/dualgate.yaml', '/project/b.md']);
  });
});

describe('the files that a list names', () => {
  const found = async (specs: string, files: readonly string[], done = 'checkboxes') => {
    const folder = await aFolder();
    await write(folder, Object.fromEntries(files.map((path) => [path, '- [ ] a'])));
    const { list } = parse(withWork(`  specs: ${specs}\n  done: ${done}\n`));
    return expandList({ folder, list }).map(({ spec, isThere }) => (isThere ? spec : `${spec}?`));
  };

  test('come in natural order, and only Markdown right in a folder', async () => {
    const files = ['s/10.md', 's/9.md', 's/b.txt', 's/deep/c.md', 's/A.md'];
    expect(await found('s/', files)).toEqual(['s/9.md', 's/10.md', 's/A.md']);
    expect(await found('s', files)).toEqual(['s/9.md', 's/10.md', 's/A.md']);
    expect(await found('"s/**/*.{md,txt}"', files)).toEqual(['s/9.md', 's/10.md', 's/A.md', 's/b.txt', 's/deep/c.md']);
  });

  test('keep the place of their own name, and occur once', async () => {
    expect(await found('[s/b.md, s/, s/*.md, x.md]', ['s/a.md', 's/b.md', 's/c.md'])).toEqual([
      's/b.md',
      's/a.md',
      's/c.md',
      'x.md?',
    ]);
  });

  test('are not those that were moved to done/, nor what is no source', async () => {
    const files = ['s/a.md', 's/done/b.md', 'node_modules/x/c.md', '.dualgate/d.md'];
    expect(await found('"**/*.md"', files, 'move')).toEqual(['s/a.md']);
    expect(await found('"**/*.md"', files)).toEqual(['s/a.md', 's/done/b.md']);
    expect(await found('nowhere/', files)).toEqual([]);
  });
});

describe('the order of tasks', () => {
  const task = (spec: string, ...needs: readonly string[]) => ({ spec, needs });
  const order = (...tasks: readonly ReturnType<typeof task>[]) => {
    const found = orderTasks(tasks);
    return found.is === 'order' ? found.tasks.map(({ spec }) => spec) : found;
  };

  test('is the given one, but none comes before what it needs', () => {
    expect(order(task('c', 'a'), task('b'), task('a', 'd'), task('d'))).toEqual(['b', 'd', 'a', 'c']);
    expect(order(task('a', 'gone'), task('b'))).toEqual(['a', 'b']);
  });

  test('cannot be had of tasks that need one another, which are named', () => {
    expect(order(task('x', 'a'), task('a', 'b'), task('b', 'c'), task('c', 'a'))).toEqual({
      is: 'cycle',
      specs: ['a', 'b', 'c'],
    });
  });
});
