import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { prove, type ListProof } from '../../src/index.ts';
import { runFolders } from '../../src/records/run-folders.ts';
import { listFolders, readCurrentList } from '../../src/queue/list/list-folders.ts';
import { readWorkList } from '../../src/queue/list/read-work-list.ts';
import { hasGit } from '../evidence/a-repository.ts';
import { withAnchorsAside } from '../run/a-workspace.ts';
import { aListProject, DOES, IN_WORKTREES } from '../queue/list/a-list.ts';

const against = ({ claims }: ListProof) =>
  Object.fromEntries(claims.flatMap(({ id, holds, because }) => (holds ? [] : [[id, because]])));

describe.skipIf(!hasGit)('the proof of a merged list (needs git)', () => {
  beforeEach(async () => {
    await withAnchorsAside();
  });

  test('proves each run, each merge and the result; and no merge that hides other files, or names another record', async () => {
    const project = await aListProject({ a: DOES('a'), b: DOES('b') }, { workers: 2 }, IN_WORKTREES);
    const { git, folder } = project;
    expect((await project.work()).status).toBe('completed');
    const list = readCurrentList(folder) ?? '';
    const runs = (await readWorkList(project.config()))?.state.runs ?? [];
    const ledgers = {
      ledgerOf: (id: string) => runFolders(runs.find(({ run }) => run === id)?.folder ?? '', id).ledger,
      listLedgerOf: () => listFolders(folder, list).ledger,
    };
    const proven = await prove({ folder, merged: 'main', ...ledgers });
    expect(against(proven)).toEqual({});
    expect(proven).toMatchObject({
      list,
      base: git('rev-list', '--max-parents=0', 'main'),
      head: git('rev-parse', 'main'),
      holds: true,
      claims: [
        { id: 'parts', says: 'each of 2 tasks is a run whose own claims hold' },
        { id: 'merges' },
        { id: 'earlier tests' },
        { id: 'result', says: 'the suite passes on the merged files, twice in a row, with 1 earlier or new test' },
        { id: 'list-ledger' },
      ],
    });
    expect(proven.merges.map(({ task, holds }) => `${task} ${holds}`).sort()).toEqual([
      'specs/a.md true',
      'specs/b.md true',
    ]);

    // The same message and parents over other files: somebody amends the last merge.
    const tip = git('rev-parse', 'main');
    writeFileSync(join(folder, 'broken'), '');
    git('add', '--all');
    git('commit', '--quiet', '--amend', '--no-edit');
    const last = proven.merges.at(-1)?.task ?? '';
    const name = `the merge of ${last} (${git('rev-parse', '--short=12', 'main')})`;
    const changed = await prove({ folder, merged: 'HEAD', mutationCheck: false, ...ledgers });
    expect(against(changed)).toEqual({
      merges: [`${name} has other files than the merge of its parents`],
      result: ['the runner exited with 1', 'failed:  > whole'],
      'list-ledger': [expect.stringMatching(/^record \d+ is about other files than the merge of /)],
    });
    git('reset', '--quiet', '--hard', tip);

    // A commit after the list is not of it; without ledgers there is only a note.
    git('commit', '--quiet', '--allow-empty', '--message', 'Mine');
    const alone = await prove({ folder, merged: 'main', mutationCheck: false });
    expect([alone.holds, alone.head]).toEqual([true, tip]);
    expect(alone.notes).toContain(
      'There is no ledger of the list here: only the commits say that each merge was measured.',
    );
    await expect(prove({ folder, merged: 'dualgate/a' })).rejects.toThrow(
      'Cannot prove dualgate/a: no merge of a task list is nearer in its history than a run.',
    );
  });
});
