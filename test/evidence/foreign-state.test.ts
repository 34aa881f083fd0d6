import { expect, test } from 'vitest';
import { findForeignState } from '../../src/evidence/foreign-state.ts';
import { aFolder, write } from './a-repository.ts';

const WORD = '0f8fad5b-d9cb-469f-a165-70867728950e';

test('what a kill at any moment leaves of locks and drafts is dualgate’s own; anything beside it is named', async () => {
  const folder = await aFolder();
  const run = '.dualgate/runs/20260113-100000-aaaaaa';
  const left = [
    '.dualgate/.gitignore',
    '.dualgate/current',
    `.dualgate/.current.${WORD}.tmp`,
    '.dualgate/lock',
    `.dualgate/lock.${WORD}`,
    `.dualgate/.lock.${WORD}.${WORD}.tmp`,
    '.dualgate/lock.0123456789abcdef',
    `.dualgate/lock.0123456789abcdef.${WORD}`,
    `.dualgate/.lock.0123456789abcdef.${WORD}.${WORD}.tmp`,
    `${run}/ledger.jsonl`,
    `${run}/ledger.torn-2`,
    `${run}/.status.json.${WORD}.tmp`,
    `${run}/.phase-status.log.${WORD}.tmp`,
  ];
  await write(folder, Object.fromEntries(left.map((path) => [path, ''])));
  expect(await findForeignState(folder)).toEqual([]);
  await write(folder, { '.dualgate/lock.js': '', '.dualgate/.lock.tmp': '', [`${run}/ledger.torn-x`]: '' });
  expect(await findForeignState(folder)).toEqual(['.dualgate/.lock.tmp', '.dualgate/lock.js', `${run}/ledger.torn-x`]);
});
