import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { takeLock } from '../../../src/ledger/lock.ts';
import { operate } from '../../../src/run/operator/operate.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { readCurrentRun, runFolders } from '../../../src/records/run-folders.ts';
import { readListStatus } from '../../../src/queue/list/read-work-list.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { aListProject, BLOCKED, DOES } from './a-list.ts';

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
