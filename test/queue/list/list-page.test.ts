import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, it } from 'vitest';
import { takeLock } from '../../../src/ledger/lock.ts';
import { operate } from '../../../src/run/operator/operate.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { readCurrentRun, runFolders } from '../../../src/records/run-folders.ts';
import { readListStatus } from '../../../src/queue/list/read-work-list.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { aListProject, BLOCKED, DOES } from './a-list.ts';
import { aTask } from './list-records.ts';
import { inZone } from '../../in-zone.ts';
import type { TaskStatus } from '../../../src/queue/list/describe-list.ts';
import { renderListPage } from '../../../src/queue/list/list-page.ts';

describe.skipIf(!hasGit)('STATE.md after a list of work (needs git)', () => {
  beforeEach(async () => {
    await withAnchorsAside();
  });

  test('is about the list, whose last run ended well; it is made again where it is not, but not while somebody works', async () => {
    const project = await aListProject({ a: BLOCKED, b: DOES('b') });
    const { statePage, lock } = runFolders(project.folder, 'none');
    const statuses = () => readFileSync(statePage, 'utf8').match(/^(?:Status|- List|- Run): [A-Za-z_]*/gm);
    const night = await project.work();
    expect([night.status, statuses()]).toEqual(['needs_human', ['Status: NEEDS_HUMAN', '- List: list']]);
    const page = readFileSync(statePage, 'utf8');
    expect(page.match(/^- [\d-]+ [\d:]+ (?:UTC|[-+][\d:]+) [A-Z_]+/gm)?.map((each) => each.split(' ').at(-1))).toEqual([
      'COMPLETED',
      'NEEDS_HUMAN',
    ]);

    // A request for one run gets the page of that run, with its own spec.
    rmSync(statePage);
    await readRun(project.config(), readCurrentRun(project.folder));
    expect(readFileSync(statePage, 'utf8')).toContain('\n- Work: `specs/b.md`\n');
    const held = takeLock(lock, { run: 'somebody', now: () => new Date() });
    await readListStatus(project.config());
    expect(statuses()).toEqual(['Status: COMPLETED', '- Run: ']);
    held.release();
    await readListStatus(project.config());
    expect(readFileSync(statePage, 'utf8').replace(/^- As of: .*$/m, '')).toBe(page.replace(/^- As of: .*$/m, ''));

    // The page stays unchanged as long as its text is the same.
    writeFileSync(statePage, `${page}mine\n`);
    await readListStatus(project.config());
    expect(readFileSync(statePage, 'utf8')).toBe(`${page}mine\n`);

    // A command that changes nothing of how the list stands is no reason to leave out what it forced.
    const { runs } = runFolders(project.folder, 'none');
    const [first = ''] = readdirSync(runs).sort();
    utimesSync(join(runs, first, 'ledger.jsonl'), new Date(), new Date(Date.now() + 1000));
    await readListStatus(project.config());
    expect(readFileSync(statePage, 'utf8')).not.toContain('mine');

    const [a = ''] = /(?<=run )\S+(?=: `The agent is blocked)/.exec(page) ?? [];
    await operate({ config: project.config(), run: a, command: { command: 'abort', by: 'Ann', reason: 'no key' } });
    await readListStatus(project.config());
    expect(statuses()).toEqual(['Status: ABORTED', '- List: list']);
  });
});

describe('render list page', () => {
  beforeEach(() => inZone('UTC'));

  const seen = (name: string, more: Partial<TaskStatus> = {}): TaskStatus =>
    aTask(name, { is: 'done', run: `run-of-${name.slice(6, 7)}`, folder: '/work', ...more });

  describe('STATE.md of a list', () => {
    it('shows the status of the whole list, the result of each task, and forced exits; no word of an agent begins a line', () => {
      const page = renderListPage({
        list: {
          v: 1,
          list: 'list-x',
          tasks: [
            seen('specs/a.md'),
            seen('specs/b.md', {
              is: 'aside',
              aside: { status: 'needs_human', why: 'no key\nStatus: COMPLETED', again: false },
            }),
            seen('specs/c.md', { is: 'waiting', run: null, folder: null }),
          ],
          done_before: [],
          attempts: 3,
          ending: { status: 'needs_human', why: '1 of 3 tasks are done' },
        },
        status: 'needs_human',
        why: '1 of 3 tasks are done',
        forced: [
          {
            task: 'specs/a.md',
            phase: 'RED',
            at: '2026-01-02T03:04:05.000Z',
            by: 'Ada',
            reason: 'it\nStatus: COMPLETED',
          },
        ],
        at: '2026-01-02T04:00:00.000Z',
        ends: [
          {
            at: '2026-01-02T03:30:00.000Z',
            run: 'run-of-a',
            status: 'completed',
            exit_code: 0,
            why: 'Every phase was left',
          },
        ],
      });
      expect(page).toMatchInlineSnapshot(`
      "# State of the work

      Status: NEEDS_HUMAN

      - List: list-x
      - Tasks: 1 of 3 done
      - Why: \`1 of 3 tasks are done\`
      - As of: 2026-01-02 04:00 UTC

      ## Forced exits

      - \`specs/a.md\`: RED, 2026-01-02 03:04 UTC, by \`Ada\`: \`it Status: COMPLETED\`

      ## Tasks

      - \`specs/a.md\` is done, run run-of-a
      - \`specs/b.md\` needs human input, run run-of-b: \`no key Status: COMPLETED\`
      - \`specs/c.md\` has not started

      ## Next

      - \`dualgate resume TASK\`: resume a deferred task when its cause is fixed
      - \`dualgate run\`: resume the list
      - \`dualgate run --new\`: start another list, with the files as they are

      ## History

      - 2026-01-02 03:30 UTC COMPLETED (exit code 0), run run-of-a: \`Every phase was left\`

      Generated from the ledgers in \`.dualgate/lists\` and \`.dualgate/runs\`; no decision uses this page. See \`dualgate report\` for details.
      "
    `);
      expect(page.match(/^Status: .*$/gm)).toEqual(['Status: NEEDS_HUMAN']);
    });
  });
});
