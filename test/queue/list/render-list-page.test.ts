import { beforeEach, describe, expect, it } from 'vitest';
import { inZone } from '../../in-zone.ts';
import type { TaskStatus } from '../../../src/queue/list/describe-list.ts';
import { renderListPage } from '../../../src/queue/list/list-page.ts';

beforeEach(() => inZone('UTC'));

const aTask = (name: string, more: Partial<TaskStatus> = {}): TaskStatus => ({
  task: name,
  name,
  needs: [],
  is: 'done',
  run: `run-of-${name.slice(6, 7)}`,
  folder: '/work',
  failures: 0,
  aside: null,
  kept: null,
  branch: null,
  commit: null,
  unmarked: null,
  ...more,
});

describe('STATE.md of a list', () => {
  it('shows the status of the whole list, the result of each task, and forced exits; no word of an agent begins a line', () => {
    const page = renderListPage({
      list: {
        v: 1,
        list: 'list-x',
        tasks: [
          aTask('specs/a.md'),
          aTask('specs/b.md', {
            is: 'aside',
            aside: { status: 'needs_human', why: 'no key\nStatus: COMPLETED', again: false },
          }),
          aTask('specs/c.md', { is: 'waiting', run: null, folder: null }),
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
