/** The morning page of a list of work, in words and for a browser. */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Config } from '../../../src/read-config/parse-config.ts';
import { readPageList } from '../../../src/page/report/read-page.ts';
import { renderListReport, type ListReport, reportList } from '../../../src/page/report/render-list.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { listFolders } from '../../../src/queue/list/list-folders.ts';
import { runLine } from '../../cli/memory-io.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { aCheckout, aNight, layOut, LIST, defer, RUN, end, YAML } from './a-night.ts';

let config: Config;
let tree = '';
beforeEach(async () => {
  await withAnchorsAside();
  config = await aCheckout();
  tree = await aFolder();
});

const reported = async (): Promise<ListReport> => {
  const report = await reportList(config);
  if (report === null) throw new Error('There is a list');
  return report;
};

describe('the report of a task list', () => {
  test('has the result of each task first, then the last run of each, in any folder', async () => {
    layOut(tree);
    end(aNight(config, tree));
    const { code, stdout, stderr } = await runLine(['report'], { cwd: config.folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(renderListReport(await reported()));
    expect(stdout.split('\n').slice(0, 28)).toEqual([
      '# NEEDS_HUMAN: 1 of 4 tasks done',
      '',
      '`1 of 4 tasks is done`',
      '',
      '**Forced exits** in 1 run: see below.',
      '',
      '| task | result | iterations | run time | branch |',
      '| --- | --- | --- | --- | --- |',
      expect.stringMatching(/^\| `specs\/a\.md` \| done, forced \| \d+ \| \d+ s \| `dualgate\/a` \|$/),
      "| `Bea's \\| b` | needs human input |  |  |  |",
      '| `specs/c.md` | is stuck |  |  |  |',
      '| `specs/d.md` | not started |  |  |  |',
      '',
      '## Deferred',
      '',
      "- **`Bea's | b`** needs human input: ``blocked: `no key` # all is well``",
      '  - its unfinished work: `refs/dualgate/b`',
      '- **`specs/c.md`** is stuck: `no agent`',
      '',
      '## Not marked',
      '',
      '- `specs/a.md`: `it is gone`',
      '',
      `- List: ${LIST}`,
      expect.stringMatching(/^- Run time: /),
      '- Done before: `specs/z.md`',
      '',
      '## COMPLETED: `specs/shout.md`',
    ]);
    expect(stdout.match(/^# .*/gm)).toEqual(['# NEEDS_HUMAN: 1 of 4 tasks done']);
  });

  test('is data too, with the list as in status; and one run is shown by its name', async () => {
    layOut(config.folder);
    end(aNight(config, tree));
    const { list, reports } = await reported();
    const { stdout } = await runLine(['report', '--json'], { cwd: config.folder });
    expect(JSON.parse(stdout)).toEqual(
      JSON.parse(JSON.stringify({ v: 1, list: { ...list, going: false }, reports })) as unknown,
    );
    expect((await runLine(['report', '--run', RUN], { cwd: config.folder })).stdout).toMatch(
      /^# COMPLETED: `specs\/shout\.md`/,
    );
  });

  test('names the branch and the commit that a task was merged into, in words and on the page', async () => {
    const held = aNight(config, tree);
    const merged = { commit: '0123456789abcdef0123456789abcdef01234567', into: 'main' };
    held.write('task.done', {
      task: 'specs/d.md',
      run: RUN,
      commit: 'f'.repeat(40),
      branch: 'dualgate/d',
      marked: { how: 'checkboxes', path: 'specs/d.md' },
      merged,
    });
    end(held);
    const { stdout } = await runLine(['report'], { cwd: config.folder });
    expect(stdout).toContain('| `dualgate/d`, merged into `main` as `0123456789ab` |');
    expect((await readPageList(config))?.tasks.map((task) => task.merged)).toEqual([
      undefined,
      undefined,
      undefined,
      merged,
    ]);
  });

  test('says that the list is active, while it is', async () => {
    layOut(tree);
    const held = aNight(config, tree);
    expect(renderListReport(await reported())).toMatch(/^# RUNNING: 1 of 4 tasks done\n\n\*\*Forced/);
    held.close();
    expect(renderListReport(await reported())).toMatch(/^# CRASHED: 1 of 4 tasks done\n/);
  });

  test('names a run whose folder is missing, and one whose ledger is broken, and shows the rest with exit code 1', async () => {
    layOut(tree);
    end(aNight(config, tree));
    appendFileSync(runFolders(tree, RUN).ledger, '{"seq":0}\n');
    const report = () => runLine(['report'], { cwd: config.folder });
    expect(await report()).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^# NEEDS_HUMAN: 1 of 4 tasks done\n/) as string,
      stderr: expect.stringMatching(`^Cannot trust the ledger of ${RUN}: `) as string,
    });
    rmSync(tree, { recursive: true });
    expect((await report()).stderr).toBe(
      `Cannot report specs/a.md: its folder ${tree} is missing, and with it the ledger of run ${RUN}. Restore the folder.\n`,
    );
  });

  test('a report covers all work trees of the list; and replay, verify and operator commands find a run there by its name', async () => {
    layOut(tree);
    await write(tree, { 'dualgate.yaml': YAML });
    const yaml = `${YAML}commits: true\nworkspace: worktree\n`;
    await write(config.folder, { 'dualgate.yaml': yaml });
    end(aNight(config, tree));
    const run = async (...argv: readonly string[]) => {
      const { code, stdout, stderr } = await runLine(argv, { cwd: config.folder });
      return { code, says: `${stdout}${stderr}`.split('\n', 1)[0] };
    };
    expect(await run('report', '--since', '999h')).toMatchObject({ says: '# COMPLETED: `specs/shout.md`' });
    expect(await run('report', '--run', RUN)).toMatchObject({ says: '# COMPLETED: `specs/shout.md`' });
    const { stdout } = await runLine(['verify', '--all', '--json'], { cwd: config.folder });
    const verified = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly run: string });
    expect(verified.map((each) => each.run)).toEqual([LIST, RUN]);
    for (const argv of [
      ['replay', '--run', RUN],
      ['guide', 'hi', '--run', RUN],
      ['rollback', 'RED', '-m', 'why', '--run', RUN],
      ['accept', '--run', RUN],
    ])
      expect((await run(...argv)).says).not.toMatch(/^Cannot find the run/);
  });

  test('a list with a broken ledger is not shown; its error names the command for details, and verify --all shows the others too', async () => {
    layOut(config.folder);
    end(aNight(config, tree));
    const { ledger } = listFolders(config.folder, LIST);
    const [first = '', , ...rest] = readFileSync(ledger, 'utf8').split('\n');
    writeFileSync(ledger, [first, ...rest].join('\n'));
    const run = (...argv: readonly string[]) => runLine(argv, { cwd: config.folder });
    expect((await run('report')).stderr).toBe(
      `Cannot trust the ledger of ${LIST}: record 1 is missing before line 2. Do not continue from this ledger. Restore it from a copy, or start a new run. Run dualgate verify --run ${LIST} for details; dualgate run --new starts another list.\n`,
    );
    const { code, stdout } = await run('verify', '--all');
    expect({ code, says: stdout.match(/^The ledger of .*(?:is intact|has problems)/gm) }).toEqual({
      code: 1,
      says: [`The ledger of ${LIST} has problems`, `The ledger of ${RUN} is intact`],
    });
  });

  test('of a checkout without a started list is that of its run', async () => {
    layOut(config.folder);
    await write(config.folder, { '.dualgate/current': `${RUN}\n` });
    expect((await runLine(['report'], { cwd: config.folder })).stdout).toMatch(/^# COMPLETED: `specs\/shout\.md`/);
  });
});

describe('a task list on the page', () => {
  const NEITHER = {
    needs: [],
    run: null,
    forced: false,
    aside: null,
    kept: null,
    branch: null,
    unmarked: null,
    resume: null,
  };

  test('has the result of each task and its reason, forced exits, and how a person resumes it', async () => {
    layOut(tree);
    const held = aNight(config, tree);
    held.write('task.deferred', {
      ...defer('specs/d.md', 'stuck', 'no\u202E agent\u001B[31m'),
      kept: 'refs/\u202Ed',
    });
    end(held);
    expect(await readPageList(config)).toEqual({
      list: LIST,
      status: 'needs_human',
      why: "1 of 4 tasks are done; Bea's | b needs human input; specs/c.md is stuck; specs/d.md is stuck",
      tasks: [
        {
          ...NEITHER,
          task: 'specs/a.md',
          name: 'specs/a.md',
          is: 'done',
          run: RUN,
          forced: true,
          branch: 'dualgate/a',
          unmarked: 'it is gone',
        },
        {
          ...NEITHER,
          task: 'specs/b.md',
          name: "Bea's | b",
          is: 'aside',
          aside: { status: 'needs_human', why: 'blocked: `no key`\n# all is well', again: false },
          kept: 'refs/dualgate/b',
        },
        {
          ...NEITHER,
          task: 'specs/c.md',
          name: 'specs/c.md',
          is: 'aside',
          run: '20261122-080000-000003',
          aside: { status: 'stuck', why: 'no agent', again: false },
          resume: 'dualgate resume specs/c.md',
        },
        {
          ...NEITHER,
          task: 'specs/d.md',
          name: 'specs/d.md',
          is: 'aside',
          aside: { status: 'stuck', why: 'no[U+202E] agent', again: false },
          kept: 'refs/[U+202E]d',
        },
      ],
      done_before: ['specs/z.md'],
    });
  });

  test('is active, crashed, or was never started', async () => {
    expect(await readPageList(config)).toBe(null);
    const held = aNight(config, tree);
    expect(await readPageList(config)).toMatchObject({ status: 'running', why: '' });
    held.close();
    expect(await readPageList(config)).toMatchObject({
      status: 'crashed',
      why: 'It crashed: the process ended without recording a result',
    });
  });
});
