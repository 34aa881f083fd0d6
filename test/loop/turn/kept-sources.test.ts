import { chmod, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keepSources } from '../../../src/loop/turn/kept-sources.ts';
import { takeFingerprint } from '../../../src/project/sources/fingerprint.ts';
import { nameOwner } from '../../../src/base/temporary-folder.ts';
import { aFolder } from '../../evidence/a-repository.ts';

const look = (folder: string) => takeFingerprint(folder, { writes: [], sources: { by: 'walk', left_out: [] } });
const foldersOfTurns = () =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(`dualgate-turn-${nameOwner()}-`))
    .map((name) => join(tmpdir(), name));

const aKeeper = () => {
  const kept = keepSources();
  onTestFinished(kept.remove);
  return kept;
};

const aWorkspace = async (): Promise<string> => {
  const folder = await aFolder();
  await writeFile(join(folder, 'a.js'), 'one');
  await writeFile(join(folder, 'run.sh'), 'two');
  await chmod(join(folder, 'run.sh'), 0o755);
  await symlink('a.js', join(folder, 'link.js'));
  return folder;
};

describe('the sources from before a turn', () => {
  test('are written elsewhere as they were: contents, modes and links, though the workspace has changed', async () => {
    const [folder, copy, kept] = [await aWorkspace(), await aFolder(), aKeeper()];
    const before = await look(folder);
    await kept.keep(folder, before);
    await writeFile(join(folder, 'a.js'), 'changed');
    await rm(join(folder, 'run.sh'));
    await kept.keep(folder, await look(folder));

    const states = kept.states();
    expect(states?.first).toBe(before.files);
    expect(await kept.restore(states?.first ?? new Map(), copy)).toBe(true);
    expect((await look(copy)).files).toEqual(before.files);
    expect(await readlink(join(copy, 'link.js'))).toBe('a.js');
    const later = await aFolder();
    expect(await kept.restore(states?.before ?? new Map(), later)).toBe(true);
    expect(await readFile(join(later, 'a.js'), 'utf8')).toBe('changed');
  });

  test('are not used when somebody changed what was kept, or removed it', async () => {
    const [folder, kept] = [await aWorkspace(), aKeeper()];
    const { files } = await look(folder);
    await kept.keep(folder, { files });
    const word = files.get('a.js') ?? '';
    const places = foldersOfTurns().map((each) => join(each, word.replace(' ', '-')));
    expect(places.length).toBe(1);
    await writeFile(places[0] ?? '', 'process.abort()');
    expect(await kept.restore(files, await aFolder())).toBe(false);
    await rm(places[0] ?? '');
    expect(await kept.restore(files, await aFolder())).toBe(false);
  });

  test('are unknown before the first turn, and leave nothing when the run ends', async () => {
    const kept = keepSources();
    expect(kept.states()).toBeNull();
    const folder = await aWorkspace();
    await kept.keep(folder, await look(folder));
    await kept.remove();
    expect(kept.states()).toBeNull();
    expect(foldersOfTurns()).toEqual([]);
  });
});
