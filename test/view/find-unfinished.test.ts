import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Config, parseConfig } from '../../src/read-config/parse-config.ts';
import type { JsonObject } from '../../src/ledger/json.ts';
import { anchorFolder, writeAnchor } from '../../src/ledger/anchor.ts';
import { createLedger } from '../../src/ledger/ledger.ts';
import { findUnfinished } from '../../src/view/find-unfinished.ts';
import { runFolders } from '../../src/records/run-folders.ts';
import { hashConfig } from '../../src/records/hash-config.ts';
import type { LedgerData } from '../../src/records/records.ts';
import { aFolder } from '../evidence/a-repository.ts';
import { withAnchorsAside } from '../run/a-workspace.ts';

const RUN = '20260113-100000-aaaaaa';
const now = () => new Date('2026-01-13T10:00:00Z');

const aConfig = async (): Promise<Config> => {
  const path = `${await aFolder()}/dualgate.yaml`;
  const text = 'version: 1\nwork: { spec: spec.md }\nagent: { command: a }\ntests: { command: node --test }\n';
  return parseConfig(text, { path, readFile: () => '' });
};

type Written = readonly [keyof LedgerData, JsonObject];

/** A run that was begun under this config, and what else its ledger says. */
const start = (config: Config, ...records: readonly Written[]): string => {
  const { current, ledger: path } = runFolders(config.folder, RUN);
  const ledger = createLedger(path, { now });
  const start = { run: RUN, config_hash: hashConfig(config), tree: 't', head: null, frozen: {} };
  const tests = { passing: [], skipped: [], known_failing: [] };
  ledger.append('run.started', { ...start, baseline: tests, criteria: 1, criterion_ids: [] });
  for (const [type, data] of records) ledger.append(type, data);
  writeAnchor(anchorFolder(process.env), RUN, { ...ledger.head, at: now().toISOString() });
  ledger.close();
  mkdirSync(dirname(current), { recursive: true });
  writeFileSync(current, `${RUN}\n`);
  return path;
};

const ending = (status: string): Written => ['run.ended', { status, why: 'so', exit_code: 1 }];
const halted: Written = ['chart.halted', { phase: 'RED', why: 'late', status: 'stuck' }];
const resumed: Written = ['run.resumed', { tree: 't', ended: [] }];

describe('an unfinished run', () => {
  beforeEach(withAnchorsAside);

  test.for<readonly [string, readonly Written[], string, boolean]>([
    ['was killed', [], 'killed', true],
    ['was killed after it was gone on with', [ending('stuck'), resumed], 'killed', true],
    ['was interrupted', [ending('interrupted')], 'interrupted', true],
    ['was paused', [ending('paused')], 'paused', true],
    ['is stuck', [halted, ending('stuck')], 'stuck', false],
    ['needs a person', [ending('needs_human')], 'needs_human', false],
    ['was killed when it had been halted', [halted], 'stuck', false],
  ])('that %s is found, and whether it resumes by itself', async ([, records, how, goes_on]) => {
    const config = await aConfig();
    start(config, ...records);
    expect(await findUnfinished(config)).toMatchObject({ run: RUN, how, goes_on });
  });

  test('is not resumed by itself when it is unknown outside of the workspace: an agent could have made it up', async () => {
    const config = await aConfig();
    start(config);
    const anchors = anchorFolder(process.env);
    rmSync(anchors, { recursive: true });
    await expect(findUnfinished(config)).rejects.toThrow(
      `Cannot continue the run ${RUN}: it has no anchor outside the workspace (in ${anchors}). If it is yours, run dualgate resume --run ${RUN}. To start a new run: dualgate run --new.`,
    );
  });

  test.for(['completed', 'aborted'])('is none that is %s', async (status) => {
    const config = await aConfig();
    start(config, ending(status));
    expect(await findUnfinished(config)).toBeNull();
  });

  test('is none without a ledger, and none with an empty one', async () => {
    const config = await aConfig();
    expect(await findUnfinished(config)).toBeNull();
    const path = start(config);
    writeFileSync(path, '');
    expect(await findUnfinished(config)).toBeNull();
  });

  test('under another config is refused, with every way out', async () => {
    const config = await aConfig();
    start(config, ending('interrupted'));
    const other = { ...config, limits: { ...config.limits, iterations: 99 } };
    await expect(findUnfinished(other)).rejects.toThrow(
      `Cannot continue the run ${RUN}: the config changed since it started, or another version of dualgate started it. Restore ${config.path}, accept the change with dualgate resume --accept-config -m "why", or start a new run with dualgate run --new.`,
    );
  });

  test('is not skipped when its ledger is broken', async () => {
    const config = await aConfig();
    const path = start(config, ending('interrupted'));
    writeFileSync(path, readFileSync(path, 'utf8').replace('interrupted', 'INTERRUPTED'));
    await expect(findUnfinished(config)).rejects.toMatchObject({
      code: 'E_LEDGER',
      trouble: 'broken',
      message: expect.stringMatching(
        /record 1 .* was changed.*dualgate run --new starts a new run and keeps this one\.$/,
      ),
    });
  });

  test('is read although its last record is torn, in the middle of a character', async () => {
    const config = await aConfig();
    const path = start(config);
    const torn = Buffer.from('{"seq":1,"at":"é').subarray(0, -1);
    writeFileSync(path, Buffer.concat([readFileSync(path), torn]));
    expect(await findUnfinished(config)).toMatchObject({ how: 'killed', goes_on: true });
  });
});
