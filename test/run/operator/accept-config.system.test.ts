import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRunBook } from '../../../src/page/inspector/server/run-book.ts';
import { acceptConfig } from '../../../src/run/operator/accept-config.ts';
import { headOf } from '../../../src/page/head-of.ts';
import type { WorkRecord } from '../../../src/records/records.ts';
import { type Config, parseConfig } from '../../../src/read-config/parse-config.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { readPage } from '../../../src/page/report/read-page.ts';
import { createRun } from '../../../src/run/create-run.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { aCodeWorkspace, HONEST, withAnchorsAside } from '../a-workspace.ts';

const BY = { by: 'ada', reason: 'more time' };

describe.skipIf(!hasGit)('a config that an operator accepts (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('is shown key by key before it is recorded, and then rules the page, too', async () => {
    const { config: first, folder } = await aCodeWorkspace([{ phase: 'RED', ...HONEST.RED }], {
      limits: { minutes: 100 },
    });
    const path = join(folder, 'dualgate.yaml');
    const edit = (from: string, to: string): Config => {
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
      return parseConfig(readFileSync(path, 'utf8'), { path, readFile: () => '' });
    };
    const started = createRun({ config: first, until: 'RED' });
    await started.ended;
    const run = started.id;
    const { ledger } = runFolders(folder, run);
    const types = async () => (await readRun(first, run)).records.map(({ type }) => type);
    const accept = (config: Config, given: Partial<typeof BY> = {}) => acceptConfig({ config, run, ...BY, ...given });
    await expect(accept(first)).rejects.toThrow('it is unchanged. Continue with dualgate resume.');
    const config = edit('minutes: 100', 'minutes: 200');
    await expect(accept(config, { reason: ' ' })).rejects.toThrow('without a reason: it is recorded permanently');

    const shown: unknown[] = [];
    const onChanges = (changed: unknown): void => {
      shown.push(changed, readFileSync(ledger, 'utf8').includes('"operator.accepted"'));
    };
    await acceptConfig({ config, run, ...BY, onChanges });

    const changed = [{ key: 'limits.minutes', from: '100', to: '200' }];
    expect(shown).toEqual([changed, false]);
    expect(await types()).toContain('operator.accepted');
    const { records } = await readRun(config, run);
    expect(records.at(-1)?.data).toMatchObject({ ...BY, phase: 'GREEN', config: { changed } });
    expect((await readPage({ run, ledger })).limits?.minutes).toBe(200);

    const ruling: WorkRecord[] = [];
    await createRunBook({ run, ledger, config }).read(new AbortController().signal, (record) => ruling.push(record));
    const facts = { run, going: false, commands: false, at: '' };
    expect(ruling.map((record) => [record.type, headOf(record, facts).limits?.minutes])).toEqual([
      ['run.started', 100],
      ['operator.accepted', 200],
    ]);
    expect(headOf(ruling[1], facts)).toMatchObject({ breaker: { reopenings: 2 }, phases: [{ phase: 'RED' }, {}, {}] });

    // How often the suite may run is no part of what was measured with.
    await accept(edit('command: node suite.mjs', 'command: node suite.mjs\n  max_runs: 7'));
    const other = edit('command: node suite.mjs', 'command: node other.mjs');
    await expect(accept(other)).rejects.toThrow(/tests\..+ cannot change during a run, which began with it/);
    expect((await types()).filter((type) => type === 'operator.accepted')).toHaveLength(2);
  });
});
