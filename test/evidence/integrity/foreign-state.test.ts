import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findForeignState } from '../../../src/evidence/integrity/frozen-settings.ts';
import { writeView } from '../../../src/ledger/files/write-view.ts';
import { aFolder, write } from '../a-repository.ts';

const WORD = '0f8fad5b-d9cb-469f-a165-70867728950e';

test('locks and drafts that a kill at any moment leaves are dualgate’s own; any other file is named', async () => {
  const folder = await aFolder();
  const run = '.dualgate/runs/20260113-100000-aaaaaa';
  const left = [
    '.dualgate/.gitignore',
    '.dualgate/current',
    '.dualgate/lock',
    `.dualgate/lock.${WORD}`,
    '.dualgate/lock.0123456789abcdef',
    `.dualgate/lock.0123456789abcdef.${WORD}`,
    '.dualgate/detached-20260113-100000.log',
    '.dualgate/smoke-test/red-1-1.stdout',
    `${run}/ledger.jsonl`,
    `${run}/ledger.torn-2`,
  ];
  await write(folder, Object.fromEntries(left.map((path) => [path, ''])));
  expect(await findForeignState(folder)).toEqual([]);
  await write(folder, {
    '.dualgate/detached-20260113-100000.log.js': '',
    '.dualgate/lock.js': '',
    '.dualgate/.lock.tmp': '',
    '.dualgate/mutation-check/index.js': '',
    [`${run}/ledger.torn-x`]: '',
  });
  expect(await findForeignState(folder)).toEqual([
    '.dualgate/.lock.tmp',
    '.dualgate/detached-20260113-100000.log.js',
    '.dualgate/lock.js',
    '.dualgate/mutation-check/index.js',
    `${run}/ledger.torn-x`,
  ]);
});

test.each([
  'current',
  'STATE.md',
  `lock.${WORD}`,
  `lock.0123456789abcdef.${WORD}`,
  'runs/20260113-100000-aaaaaa/status.json',
  'runs/20260113-100000-aaaaaa/phase-status.log',
  'lists/current',
  `lists/lock.${WORD}`,
])('a draft of %s, as it is while it is written, is dualgate’s own', async (file) => {
  const folder = await aFolder();
  const path = join(folder, '.dualgate', file);
  const seen: string[] = [];
  const look = function* () {
    seen.push(...readdirSync(dirname(path)));
    yield '';
  };
  writeView(path, look());
  expect(seen).toHaveLength(1);
  const left = seen.map((name) => join('.dualgate', dirname(file), name));
  await write(folder, Object.fromEntries(left.map((name) => [name, ''])));
  expect(await findForeignState(folder)).toEqual([]);
});
