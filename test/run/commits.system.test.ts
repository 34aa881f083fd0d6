import { beforeEach, describe, expect, test } from 'vitest';
import { type LedgerRecord, readLedger } from '../../src/ledger/ledger-record.ts';
import { readTrailers } from '../../src/commits/commit-trailers.ts';
import { createRun } from '../../src/run/create-run.ts';
import type { RunOptions } from '../../src/run/run-options.ts';
import type { RunEvent } from '../../src/records/run-events.ts';
import { git, hasGit } from '../evidence/a-repository.ts';
import { aCommittingWorkspace, commitsOf } from './a-committing-workspace.ts';
import { type Workspace, withAnchorsAside } from './a-workspace.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(2, test);

const run = async ({ config }: Workspace, options: Partial<RunOptions> = {}) => {
  const events: RunEvent[] = [];
  const started = createRun({ config, onEvent: (event) => events.push(event), ...options });
  const ended = await started.ended;
  const records: LedgerRecord[] = [];
  for await (const record of readLedger(started.ledger)) records.push(record);
  return { id: started.id, ended, events, records };
};
const notices = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'notice' ? [event.text] : []));

describe.skipIf(!hasGit)('a run that makes commits (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow('commits its start and each exit on a branch of its own, bound to the ledger by trailers', async () => {
    const workspace = await aCommittingWorkspace();
    const { folder } = workspace;
    const base = await git(folder, 'rev-parse', 'HEAD');
    const { id, ended, events, records } = await run(workspace);
    expect(ended).toMatchObject({ status: 'completed' });
    const commits = await commitsOf(folder, 'dualgate/spec', base);
    expect(commits.map(({ subject }) => subject)).toEqual([
      'START: no test passes before the work on spec.md',
      'RED: 1 new test fails on an assertion',
      'GREEN: 1 test passes, twice in a row',
      'REFACTOR: 1 test passes',
      'DOCUMENT: 1 test passes, 3 documents and 1 valid diagram',
    ]);
    expect(commits.map(({ parent }) => parent)).toEqual([base, ...commits.slice(0, -1).map(({ commit }) => commit)]);
    const config = records[0]?.data['config_hash'];
    const exits = records.filter(({ type, data }) => type === 'iteration.decided' && 'exit' in data);
    expect(commits.map(({ message }) => readTrailers(message))).toEqual(
      [records[0], ...exits].map((record, i) => ({
        run: id,
        phase: [null, 'RED', 'GREEN', 'REFACTOR', 'DOCUMENT'][i],
        iteration: i === 0 ? null : 1,
        record: { seq: record?.seq, hash: record?.hash },
        sources: i === 0 ? record?.data['tree'] : Reflect.get(Object(record?.data['exit']), 'tree'),
        config,
        forced: null,
      })),
    );
    expect(records.filter(({ type }) => type === 'work.committed').map(({ data }) => data['commit'])).toEqual(
      commits.map(({ commit }) => commit),
    );
    expect(events.flatMap((event) => (event.type === 'work.committed' ? [event.subject] : []))).toEqual(
      commits.map(({ subject }) => subject),
    );
    expect(notices(events)).toEqual([]);
    expect(await git(folder, 'log', '-1', '--format=%an <%ae> %cn')).toBe('Bea <bea@example.org> Bea');
  });

  slow('leaves a clean tree on that branch: HEAD, index and files are the last commit', async () => {
    const workspace = await aCommittingWorkspace();
    const { folder } = workspace;
    const before = await git(folder, 'symbolic-ref', 'HEAD');
    const old = await git(folder, 'rev-parse', 'HEAD');
    await run(workspace);
    expect(await git(folder, 'symbolic-ref', 'HEAD')).toBe('refs/heads/dualgate/spec');
    expect(await git(folder, 'status', '--porcelain')).toBe('');
    expect(await git(folder, 'rev-parse', before)).toBe(old);
    expect(await git(folder, 'fsck', '--strict')).toBe('');
  });

  slow('commits the sources of each exit byte by byte, whatever git would convert', async () => {
    const odd = {
      'src/odd name\n.txt': 'one\r\ntwo\n',
      'src/tab\t"quoted".txt': 'x',
      '.gitattributes': '* text=auto\n',
    };
    const workspace = await aCommittingWorkspace([
      {
        phase: 'RED',
        write: { 'src/one.js': 'export const one = () => 0;\n', ...odd, 'test/one.test.js': RED_TEST },
        signal: true,
      },
    ]);
    const { folder } = workspace;
    await git(folder, 'config', 'core.autocrlf', 'true');
    await run(workspace, { until: 'RED' });
    for (const [path, content] of Object.entries(odd))
      expect(await git(folder, 'cat-file', 'blob', `dualgate/spec:${path}`)).toBe(content.replace(/\n$/, ''));
  });
});

const RED_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { one } from '../src/one.js';
test('AC-1: one is 1', () => assert.equal(one(), 1));
`;
