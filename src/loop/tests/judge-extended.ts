/**
 * Existing settings that the agent extended in a phase whose tests must fail (rule 2.7): free while the change only
 * adds what the runner allows, and while the tests that were there give the same results with it and without it, on the
 * sources from before the phase. Everything else is a change of a frozen file.
 */
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../../../gates/iteration.ts';
import { compareResults } from '../../evidence/baseline.ts';
import { finding } from '../../evidence/findings/findings.ts';
import { compareSettings, fileOf, findChangedSettings, maySetUp } from '../../evidence/integrity/set-up-files.ts';
import { type Freeze, readStates } from '../../evidence/integrity/freeze.ts';
import { makeTemporaryFolder } from '../../base/temporary-folder.ts';
import { type KeptExit, openKeptStart } from '../turn/kept-exit.ts';
import { gateOf, type RunContext } from '../run-context.ts';
import { runInCopy } from './run-in-copy.ts';

interface JudgedExtension {
  /** As they are now: no change of a frozen file. */
  readonly frozen: Freeze;
  readonly findings: readonly Finding[];
  /** The others, with the reason: the rest of a sentence about the change. */
  readonly refused: ReadonlyMap<string, string>;
}

const NOTHING: JudgedExtension = { frozen: {}, findings: [], refused: new Map() };

export const judgeExtended = async (
  context: RunContext,
  phase: string,
  signal: AbortSignal,
): Promise<JudgedExtension> => {
  const { config, journal } = context;
  const { frozen, baseline, phaseTree } = journal.state();
  if (!maySetUp(config, gateOf(context.gates, phase).phase)) return NOTHING;
  const names = await findChangedSettings(config.folder, frozen);
  if (names.length === 0) return NOTHING;
  const refuseAll = (why: string): JudgedExtension => ({
    ...NOTHING,
    refused: new Map(names.map((name) => [name, why])),
  });
  const start = await openKeptStart(config, journal.state(), { phaseTree });
  if (start === null) return refuseAll('cannot be judged: the sources from before the phase are not kept');
  const added = await readAdded(context, names, start);
  const refused = new Map([...added].flatMap(([name, each]) => ('why' in each ? [[name, each.why] as const] : [])));
  if (refused.size > 0) return { ...refuseAll('is judged together with another one that is held'), refused };
  const run = (files: readonly string[]) =>
    runInCopy(
      context,
      {
        purpose: 'extended_settings',
        fill: async (to) => (await start.restore(to)) && (await bring(files, config.folder, to)),
      },
      signal,
    );
  const before = await run([]);
  const after = before === null ? null : await run(names.map(fileOf));
  if (before === null || after === null)
    return refuseAll('cannot be judged: the sources from before the phase cannot be copied');
  const same = compareResults(baseline, before, after);
  if ('why' in same) return refuseAll(same.why);
  return {
    frozen: await readStates(config.folder, names),
    findings: [...added].flatMap(([path, each]) =>
      'keys' in each ? [finding('tests.extended', { path, keys: each.keys, tests: same.tests })] : [],
    ),
    refused,
  };
};

const readAdded = async (
  { config, journal }: RunContext,
  names: readonly string[],
  start: KeptExit,
): ReturnType<typeof compareSettings> => {
  const before = await makeTemporaryFolder('turn');
  try {
    const files = new Set(names.map(fileOf));
    await start.restore(before, (path) => files.has(path));
    return await compareSettings(names, { before, now: config.folder, frozen: journal.state().frozen });
  } finally {
    await rm(before, { recursive: true, force: true });
  }
};

const bring = async (files: readonly string[], from: string, to: string): Promise<boolean> => {
  for (const file of files) {
    const isThere = await copyFile(join(from, file), join(to, file)).then(
      () => true,
      () => false,
    );
    if (!isThere) return false;
  }
  return true;
};
