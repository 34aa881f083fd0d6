import { textsOf } from '../evidence/findings/a-finding.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../src/run/create-run.ts';
import { measure } from '../../src/run/measure.ts';
import { readRun } from '../../src/view/read-run.ts';
import { hasGit, write } from '../evidence/a-repository.ts';
import { aCodeWorkspace, aWorkspace, HONEST, type ScriptedTurn, withAnchorsAside } from './a-workspace.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(4, test);

const RED_ONLY = { until: 'RED', limits: { iterations: 2 } };

const aFolderOfWork = async (turns?: readonly ScriptedTurn[]) => {
  const workspace = await aCodeWorkspace(turns, { limits: RED_ONLY.limits });
  await rm(join(workspace.folder, '.git'), { recursive: true });
  return workspace;
};

const start = async (config: Parameters<typeof createRun>[0]['config'], until?: string) => {
  const run = createRun({ config, ...(until === undefined ? {} : { until }) });
  const ended = await run.ended;
  const { records, state } = await readRun(config, run.id);
  const decided = records.flatMap(({ type, data }) =>
    type === 'iteration.decided' ? [{ left: data.decision.can_exit, ...data.record }] : [],
  );
  return { ended, records, state, decided };
};

describe.skipIf(!hasGit)('a run in a folder (needs git to be tried)', () => {
  beforeEach(withAnchorsAside);

  slow('without a repository goes through all phases, and writes down how it looked', async () => {
    const workspace = await aWorkspace();
    await rm(join(workspace.folder, '.git'), { recursive: true });
    await write(workspace.folder, { 'node_modules/b/index.js': 'b\n' });
    const { ended, decided, records, state } = await start(workspace.config);
    expect([ended.status, decided.map(({ left }) => left)]).toEqual(['completed', [true, true, true, true]]);
    expect(state.sources).toEqual({ by: 'walk', left_out: ['node_modules'] });
    expect(records[0]?.data).toMatchObject({ sources: { by: 'walk', left_out: ['node_modules'] }, head: null });
  });

  slow('without a repository is held as long as the agent has made one', async () => {
    const turn = { phase: 'RED', ...HONEST.RED };
    const { config } = await aFolderOfWork([
      { ...turn, iteration: 1, run: 'git init --quiet' },
      { ...turn, iteration: 2, delete: ['.git'] },
    ]);
    const { decided } = await start(config, 'RED');
    expect(decided.map(({ left }) => left)).toEqual([false, true]);
    expect(textsOf(decided[0]?.findings)).toContain(
      '.git#repository was added: there was no repository around the workspace when the run began. Remove its .git.',
    );
  });

  slow('with a repository is held once the agent has removed it', async () => {
    const { config } = await aCodeWorkspace([{ phase: 'RED', ...HONEST.RED, delete: ['.git'] }], {
      limits: { iterations: 1 },
    });
    const { decided } = await start(config, 'RED');
    expect(decided.map(({ left }) => left)).toEqual([false]);
    expect(textsOf(decided[0]?.findings)).toContain(
      '.git#repository is missing: the workspace was in a repository when the run began. Restore its .git.',
    );
  });

  slow('without a repository sees what is hidden in a node_modules of its own', async () => {
    const hidden = { 'src/node_modules/one/index.js': 'module.exports = 1;\n' };
    const { config } = await aFolderOfWork([
      { phase: 'RED', ...HONEST.RED, write: { ...HONEST.RED.write, ...hidden } },
    ]);
    const { decided } = await start(config, 'RED');
    expect(decided.map(({ metrics }) => metrics['files_created'])).toEqual([3]);
  });

  slow('without a repository can be checked before any run', async () => {
    const { folder, config } = await aFolderOfWork();
    await write(folder, HONEST.RED.write);
    const { record } = await measure(config);
    expect([record.tree.head, record.metrics['tree_stable']]).toEqual([null, true]);
  });
});
