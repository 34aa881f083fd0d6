import { textsOf } from '../../evidence/findings/a-finding.ts';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { anchorFolder, readAnchor } from '../../../src/ledger/anchor.ts';
import { verifyLedger } from '../../../src/ledger/verify-ledger.ts';
import { operate } from '../../../src/run/operator/operate.ts';
import { createWorkList } from '../../../src/queue/list/create-work-list.ts';
import { listFolders, readCurrentList } from '../../../src/queue/list/list-folders.ts';
import { readListStatus } from '../../../src/queue/list/read-work-list.ts';
import { aFolder, hasGit } from '../../evidence/a-repository.ts';
import { inTurn, SEED } from '../../pick-some.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { aListProject, BLOCKED, DAWDLES, DOES, tell, TWO_ITERATIONS } from './a-list.ts';

/** Each takes seconds: one of them is tried. */
const slow = inTurn(5, test);

describe.skipIf(!hasGit)(`a task list overnight (needs git; ${SEED})`, () => {
  beforeEach(async () => {
    await withAnchorsAside();
  });

  test('does each task on its own branch, defers stuck ones, retries them at the end, and goes back', async () => {
    const specs = [
      'specs/a.md',
      { spec: 'specs/b.md', needs: ['specs/a.md'] },
      'specs/c.md',
      { spec: 'specs/d.md', needs: ['specs/c.md'] },
    ];
    const agents = { a: DOES('a'), b: DOES('b'), c: `echo half > c.txt; ${DAWDLES}`, d: DOES('d') };
    const project = await aListProject(agents, { specs }, TWO_ITERATIONS);
    const { git, folder } = project;

    const night = await project.work();
    expect(tell(night.events)).toEqual([
      'a starts',
      'a done',
      'b starts',
      'b done',
      'c starts',
      'c stuck, again',
      'c continues',
      'c stuck',
      'd waits',
      'stuck',
    ]);
    expect([night.status, night.exit_code, night.why]).toEqual([
      'stuck',
      1,
      '2 of 4 tasks are done; specs/c.md is stuck; specs/d.md waits for another task',
    ]);
    expect([git('symbolic-ref', 'HEAD'), git('status', '--porcelain'), existsSync(join(folder, 'a.txt'))]).toEqual([
      'refs/heads/main',
      '',
      false,
    ]);
    const log = (range: string) => git('log', '--format=%s', range).split('\n');
    expect(log('main..dualgate/a')).toEqual([
      'DONE: specs/a.md',
      'BUILD: 1 test passes, twice in a row',
      'START: 1 test passes before the work on specs/a.md',
    ]);
    expect(log('dualgate/a..dualgate/b')).toHaveLength(3);
    expect(log('main..dualgate/c')).toEqual(['START: 1 test passes before the work on specs/c.md']);
    expect(git('show', 'dualgate/b:specs/a.md')).toContain('- [x] AC-1: a');
    expect(git('show', '--format=%B', '--name-only', 'dualgate/a')).toMatch(
      /\n\nTask: specs\/a\.md\nTask-List: list-[\w-]+\nTask-Run: [\w-]+\n\n\nspecs\/a\.md$/,
    );
    const kept = night.events.findLast((event) => event.type === 'task.deferred' && event.status === 'stuck');
    expect(git('show', `${kept?.type === 'task.deferred' ? kept.kept : ''}:c.txt`)).toBe('half');

    // A person fixed it; a deferred task is planned again.
    await project.agentDoes('c', 'cat c.txt > d.txt');
    const fixed = await project.work({ only: 'specs/c.md', by: 'Ann' });
    expect(tell(fixed.events)).toEqual(['c continues', 'c done', 'paused']);
    expect(git('show', 'dualgate/c:d.txt')).toBe('half');
    expect(tell((await project.work()).events)).toEqual(['d starts', 'd done', 'completed']);
    expect(git('merge-base', 'dualgate/c', 'dualgate/d')).toBe(git('rev-parse', 'dualgate/c'));

    // None of it is merged, and yet nobody wants it done twice.
    const again = await project.work();
    expect([again.status, tell(again.events)]).toEqual([
      'completed',
      ['Nothing was started: all tasks are done (specs/a.md, specs/b.md, specs/c.md, specs/d.md).'],
    ]);
    const list = readCurrentList(folder) ?? '';
    const { ok } = await verifyLedger(listFolders(folder, list).ledger, readAnchor(anchorFolder(process.env), list));
    expect(ok).toBe(true);
  });

  slow('holds an agent that touches the file of another task, or makes up a list', async () => {
    const cheat = `${DOES('a')}; sed -i 's/\\[ \\]/[x]/' specs/b.md`;
    const project = await aListProject({ a: cheat, b: DOES('b') }, { attempts: 1 }, TWO_ITERATIONS);
    const holds: string[] = [];
    const night = await project.work({
      onEvent: (event) => {
        if (event.type === 'phase.held') holds.push(...textsOf(event.findings));
      },
    });
    expect(holds).toContain('specs/b.md was changed after it was frozen: restore it.');
    expect(tell(night.events)).toEqual(['a starts', 'a stuck', 'b starts', 'b done', 'stuck']);
    expect(project.git('show', 'main:specs/b.md')).toContain('- [ ] AC-1: b');

    // A list that nothing outside of the workspace knows of could have been made up there.
    await withAnchorsAside();
    await expect(project.work()).rejects.toThrow(/it has no anchor outside the workspace/);
  });

  slow(
    'without commits: does not begin changed, missing or otherwise marked tasks, and takes no new task',
    async () => {
      const cheat = "sed -i 's/\\[ \\]/[x]/' specs/b.md; mv specs/c.md specs/x.md; echo '- [ ] more' > specs/z.md";
      const reported = join(await aFolder(), 'told');
      const notify = { needs_human: ['/bin/sh', '-c', `cat >> '${reported}'`] };
      const project = await aListProject({ a: cheat, b: DOES('b'), c: DOES('c') }, {}, { commits: false, notify });
      const night = await project.work();
      expect(tell(night.events)).toEqual([
        'a starts',
        'a done',
        'b changed',
        'c changed',
        'Not in the list, because it was added after the list began: specs/x.md, specs/z.md. Check it; dualgate run --new includes it.',
        'needs_human',
      ]);
      expect([night.exit_code, project.read('specs/a.md')]).toEqual([4, '# a\n\n- [x] AC-1: a\n']);
      expect(JSON.parse(readFileSync(reported, 'utf8'))).toMatchObject({ type: 'list.ended', status: 'needs_human' });
      await expect(project.work({ fresh: true })).rejects.toThrow(
        'specs/b.md is marked as done, but the last list did not complete it: restore it, or remove it from work.specs',
      );
    },
  );

  slow(
    'without commits: a task that leaves the suite red ends the list, since nothing could be measured on that',
    async () => {
      const project = await aListProject(
        { a: 'touch broken', b: DOES('b') },
        {},
        { ...TWO_ITERATIONS, commits: false },
      );
      const night = await project.work();
      expect(tell(night.events)).toEqual(['a starts', 'a stuck, again', 'b starts', 'needs_human']);
      expect(night.why).toMatch(/^specs\/b\.md: The run did not start: failing before the run started: /);
      await rm(join(project.folder, 'broken'));
      await project.agentDoes('a', DOES('a'));
      expect(tell((await project.work()).events)).toEqual(['b starts', 'b done', 'a continues', 'a done', 'completed']);
    },
  );

  slow(
    'in work trees: defers tasks that need human input or cannot continue, and leaves the checkout alone',
    async () => {
      const project = await aListProject(
        { a: BLOCKED, b: DAWDLES, c: DOES('c') },
        {},
        { ...TWO_ITERATIONS, workspace: 'worktree' },
      );
      let ledger = '';
      const night = await project.work({
        onEvent: (event) => {
          // Between its two attempts somebody writes into the ledger of b.
          if (event.type === 'task.started' && event.task === 'specs/b.md')
            ledger = join(event.folder, '.dualgate/runs', event.task_run, 'ledger.jsonl');
          if (event.type === 'task.done') void writeFile(ledger, '{"seq":0}\n');
        },
      });
      expect(tell(night.events).filter((each) => !/^(?:Creating|Setting)/.test(each))).toEqual([
        'a starts',
        'a needs_human',
        'b starts',
        'b stuck, again',
        'c starts',
        'c done',
        'b needs_human',
        'needs_human',
      ]);
      expect([night.exit_code, project.git('status', '--porcelain'), project.git('symbolic-ref', 'HEAD')]).toEqual([
        4,
        '',
        'refs/heads/main',
      ]);
      expect(project.git('show', 'dualgate/c:specs/c.md')).toContain('- [x]');
      expect(project.git('-C', `${project.folder}.dualgate/c`, 'status', '--porcelain')).toBe('');
    },
  );

  slow(
    'takes a task for done, or aborted, when an operator ended its run in the meantime, and says so before it continues',
    async () => {
      const project = await aListProject({ a: BLOCKED, b: BLOCKED }, { done: 'move' }, { commits: false });
      const night = await project.work();
      expect(tell(night.events)).toEqual(['a starts', 'a needs_human', 'b starts', 'b needs_human', 'needs_human']);
      const [a = '', b = ''] = night.events.flatMap((event) => (event.type === 'task.started' ? [event.task_run] : []));
      const command = (run: string, which: 'skip' | 'abort') =>
        operate({ config: project.config(), run, command: { command: which, by: 'Ann', reason: 'by hand' } });
      const stands = async () => {
        const { ending, tasks } = (await readListStatus(project.config())) ?? { ending: null, tasks: [] };
        return [ending?.status, ...tasks.map(({ is, aside }) => aside?.status ?? is)];
      };
      await command(b, 'abort');
      expect(await stands()).toEqual(['needs_human', 'needs_human', 'aborted']);
      await command(a, 'skip');
      expect(await stands()).toEqual(['paused', 'going', 'aborted']);
      const morning = await project.work();
      expect([morning.exit_code, ...tell(morning.events)]).toEqual([2, 'a done', 'b aborted', 'aborted']);
      expect([await stands(), project.read('specs/done/a.md')]).toEqual([
        ['aborted', 'done', 'aborted'],
        '# a\n\n- [ ] AC-1: a\n',
      ]);
    },
  );

  test('does not begin over uncommitted work, and reports it before any cost', async () => {
    const project = await aListProject({ a: DOES('a') });
    await writeFile(join(project.folder, 'mine.txt'), 'mine');
    await expect(project.work()).rejects.toThrow(/these are not committed: mine\.txt\. Commit or stash it/);
    expect([project.read('mine.txt'), readCurrentList(project.folder)]).toEqual(['mine', null]);
  });

  slow('ends with the iteration at the first interrupt, leaves the work where it is, and continues there', async () => {
    const project = await aListProject({ a: `echo half > a.txt; ${DAWDLES}` }, {}, TWO_ITERATIONS);
    const { git } = project;
    const iterations: string[] = [];
    const list = createWorkList({
      config: project.config(),
      onEvent: ({ type }) => {
        if (type === 'iteration.started') iterations.push(type);
        // In its second attempt, which needs no other checkout.
        if (type === 'iteration.started' && iterations.length === 3) list.interrupt();
      },
    });
    expect(await list.ended).toMatchObject({ status: 'interrupted', exit_code: 3 });
    expect([iterations.length, git('symbolic-ref', 'HEAD'), project.read('a.txt')]).toEqual([
      3,
      'refs/heads/dualgate/a',
      'half\n',
    ]);
    await project.agentDoes('a', 'cat a.txt > b.txt');
    expect(tell((await project.work()).events)).toEqual(['a continues', 'a done', 'completed']);
    expect([git('show', 'dualgate/a:b.txt'), git('symbolic-ref', 'HEAD')]).toEqual(['half', 'refs/heads/main']);
  });

  slow(
    "hands an operator's indicator threshold on to each run, and begins nothing with one that cannot be",
    async () => {
      const project = await aListProject({ a: DOES('a') }, {}, { exit_gate: {} });
      const given = { threshold: 1, from: '--exit-threshold', by: 'bea' } as const;
      await expect(project.work({ exitThreshold: { ...given, threshold: 9 } })).rejects.toThrow(
        'Cannot use --exit-threshold: it must be a whole number from 1 to 8',
      );
      expect(readCurrentList(project.folder)).toBe(null);

      const said: string[] = [];
      const night = await project.work({
        exitThreshold: given,
        onEvent: (event) => {
          if (event.type === 'notice') said.push(event.text);
        },
      });
      expect([night.status, said]).toEqual([
        'completed',
        ['The indicator threshold is 1, by --exit-threshold of bea; it is recorded.'],
      ]);
    },
  );
});
