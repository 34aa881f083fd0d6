import { execaSync } from 'execa';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PageChanges } from '../../../../src/page/page-transcript.ts';
import { withAnchorsAside } from '../../../run/a-workspace.ts';
import { aFinishedRun, RUN } from './a-finished-run.ts';
import { aCommittedRun } from './a-committed-run.ts';
import { aPage } from './a-page.ts';

beforeEach(withAnchorsAside);

/** Iterations of the run. */
const [RED, GREEN] = [1, 2];

const askFor = async ({ config }: Awaited<ReturnType<typeof aFinishedRun>>, n: number) => {
  const { ask, token } = await aPage(config);
  const { status, body } = await ask(`/changes?run=${RUN}&n=${n}&token=${token}`);
  const changes: PageChanges = JSON.parse(body);
  expect(status).toBe(200);
  return changes;
};

const TEN = Array.from({ length: 10 }, (_, n) => `line ${n + 1}\n`).join('');

describe('the changed files of an iteration', () => {
  test('of an exit are those of its commit, each with its differences', async () => {
    const run = await aCommittedRun([
      { 'src/a.js': TEN, 'gone.txt': 'old\n', 'same.txt': 'same\n' },
      { 'src/a.js': TEN.replace('line 5', 'line five'), 'test/new.test.js': 'a test\n' },
      { 'src/a.js': 'of GREEN\n' },
    ]);
    expect(await askFor(run, RED)).toEqual({
      says: `2 files changed from ${run.start.slice(0, 12)} to ${run.red.slice(0, 12)}.`,
      total: 2,
      files: [
        {
          path: 'src/a.js',
          is: 'changed',
          note: '',
          added: 1,
          removed: 1,
          total: 9,
          lines: [
            '@@ -2,7 +2,7 @@ line 1',
            ' line 2',
            ' line 3',
            ' line 4',
            '-line 5',
            '+line five',
            ' line 6',
            ' line 7',
            ' line 8',
          ],
        },
        {
          path: 'test/new.test.js',
          is: 'new',
          note: '',
          added: 1,
          removed: 0,
          total: 2,
          lines: ['@@ -0,0 +1 @@', '+a test'],
        },
      ],
    });
  });

  test('of the last one are those of the workspace, also before they are committed', async () => {
    const run = await aCommittedRun([
      { 'a.js': 'one\n' },
      { 'b.js': 'two\n' },
      { 'a.js': 'three\n', 'c.js': 'four\n' },
    ]);
    const { says, files } = await askFor(run, GREEN);
    expect(says).toBe(`2 files changed from ${run.red.slice(0, 12)} to the workspace now.`);
    expect(files.map(({ path, is, lines }) => [path, is, ...lines.slice(1)])).toEqual([
      ['a.js', 'changed', '-one', '+three'],
      ['c.js', 'new', '+four'],
    ]);
  });

  test('of another one were not kept, and the answer says so', async () => {
    const changes = await askFor(await aFinishedRun(), 3);
    expect(changes).toEqual({
      says: expect.stringMatching(/^The files of this iteration were not kept\. With commits: true, /),
      files: [],
      total: 0,
    });
  });

  test('are bounded, and have neither secrets nor control characters; what is no text says so', async () => {
    const secret = '-----BEGIN PRIVATE KEY-----\nMIIabcdefgh\n-----END PRIVATE KEY-----\n';
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`many/${String(n).padStart(2, '0')}`, 'x\n']),
    );
    const run = await aCommittedRun([
      { 'e-key.txt': secret },
      { ...many },
      {
        'a-binary': new Uint8Array([0, 1, 2]),
        'b-large': 'x'.repeat(300_000),
        'c-long': '<script>alert(1)</script>\n'.repeat(1_000),
        'd-hostile': '\u001B[31mred\u202E\u0007\ndiff --git a/0 b/0\nAPI_KEY=hunter2hunter2\n',
        'e-key.txt': secret.replace('MIIabcdefgh', 'MIIzyxwvuts'),
      },
    ]);
    const red = await askFor(run, RED);
    expect([red.files.length, red.total]).toEqual([50, 60]);
    const { files } = await askFor(run, GREEN);
    expect(files.map(({ path, note, lines, total }) => [path, note, lines.length, total])).toEqual([
      ['a-binary', 'not a text', 0, 0],
      ['b-large', 'too large to compare here', 0, 0],
      ['c-long', '', 400, 1_001],
      ['d-hostile', '', 4, 4],
      ['e-key.txt', 'only its mode, or a secret in it, differs', 0, 0],
    ]);
    expect(files[3]?.lines.slice(1)).toEqual(['+red[U+202E]\u2407', '+diff --git a/0 b/0', '+API_KEY=[redacted]']);
    expect(JSON.stringify(files)).not.toContain('MII');
  });

  test('of a file that may have secrets are named and not shown; an example of one is, and code of that name', async () => {
    const run = await aCommittedRun([
      { '.env': 'PIN=1234\n', 'a.js': '1\n' },
      {},
      {
        '.env': 'PIN=4321\n',
        '.env.example': 'PIN=\n',
        'a.js': '2\n',
        'config/credentials.json': '{"pin":5555}',
        'deploy/.npmrc': 'x\n',
        'src/secrets.ts': 'code\n',
      },
    ]);
    const { files } = await askFor(run, GREEN);
    const hidden = 'not shown: such a file may have secrets';
    expect(files.map(({ path, is, note, lines }) => [path, is, note, lines.length])).toEqual([
      ['.env', 'changed', hidden, 0],
      ['.env.example', 'new', '', 2],
      ['a.js', 'changed', '', 3],
      ['config/credentials.json', 'new', hidden, 0],
      ['deploy/.npmrc', 'new', hidden, 0],
      ['src/secrets.ts', 'new', '', 2],
    ]);
  });

  test('start no program that the repository names, and follow no link', async () => {
    const run = await aCommittedRun([{ 'a.txt': 'one\n' }, {}, { 'a.txt': 'two\n' }]);
    const { folder } = run.config;
    const ran = join(folder, '.dualgate', 'ran');
    writeFileSync(join(folder, '.gitattributes'), '* diff=evil filter=evil\n');
    for (const key of ['diff.external', 'diff.evil.command', 'diff.evil.textconv', 'filter.evil.clean'])
      execaSync('git', ['config', key, `sh -c 'touch ${ran}; cat' x`], { cwd: folder });
    const outside = join(run.folders.run, 'outside');
    writeFileSync(outside, 'not for the page\n');
    symlinkSync(outside, join(folder, 'link'));
    const { files } = await askFor(run, GREEN);
    expect(files.map(({ path }) => path)).toEqual(['.gitattributes', 'a.txt', 'link']);
    expect(JSON.stringify(files)).not.toContain('not for the page');
    expect(existsSync(ran)).toBe(false);
  });
});
