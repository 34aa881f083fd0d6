import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

let turn = 0;

/** Claims at once; after that it does the work. */
export const work = async () => {
  turn += 1;
  if (turn > 1) writeFileSync('src/one.js', 'export const one = () => 1;\n');
  return true;
};

const TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { one } from '../src/one.js';

test('AC-1: one is 1', () => assert.equal(one(), 1));
`;

/** An agent function for createRun: the tests, then the code. */
export const agent = async ({ phase, workspace }) => {
  for (const folder of ['src', 'test']) mkdirSync(join(workspace, folder), { recursive: true });
  writeFileSync(join(workspace, 'src/one.js'), `export const one = () => ${phase === 'RED' ? 0 : 1};\n`);
  if (phase === 'RED') writeFileSync(join(workspace, 'test/one.test.js'), TEST);
  return { text: 'Done.', signal: true, usage: { input_tokens: 9, output_tokens: 1, cost_usd: 0.25 } };
};
