import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { stateFolder } from '../../../src/ledger/state-folder.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { aListProject, BLOCKED, tell } from './a-list.ts';

describe.skipIf(!hasGit)('a task that needs human input (needs git)', () => {
  beforeEach(async () => {
    await withAnchorsAside();
  });

  test('is deferred, and not resumed, when the kill came before its run could record its end', async () => {
    const project = await aListProject({ a: BLOCKED }, {}, { commits: false });
    const places = [join(project.folder, '.dualgate'), stateFolder(process.env)] as const;
    const copyOf = (place: string) => join(project.home, `copy-${places.indexOf(place)}`);
    const night = await project.work({
      onEvent: (event) => {
        if (event.type === 'needs.human') for (const place of places) cpSync(place, copyOf(place), { recursive: true });
      },
    });
    expect(night).toMatchObject({ status: 'needs_human', exit_code: 4 });
    for (const place of places) {
      rmSync(place, { recursive: true });
      cpSync(copyOf(place), place, { recursive: true });
    }
    rmSync(join(project.folder, '.dualgate', 'lock'));
    rmSync(join(project.folder, '.dualgate', 'lists', 'lock'));
    const morning = await project.work();
    expect(tell(morning.events)).toEqual(['a needs_human', 'needs_human']);
    expect(morning.exit_code).toBe(4);
  });
});
