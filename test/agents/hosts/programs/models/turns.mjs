import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
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

/** A model that claims at once; then it writes the tests and claims, then the code. */
export const names = ['signal_exit', 'write', 'signal_exit', 'write', 'signal_exit'];

/** The next step of the work: the tests, then the code. */
export const write = () => {
  const isTested = existsSync('test/one.test.js');
  for (const folder of ['src', 'test']) mkdirSync(folder, { recursive: true });
  writeFileSync('src/one.js', `export const one = () => ${isTested ? 1 : 0};\n`);
  if (!isTested) writeFileSync('test/one.test.js', TEST);
  return 'written';
};

/** The same without tools: one turn a call. */
export const respond = async () => {
  turn += 1;
  if (turn > 1) write();
  return { text: 'Done.', claims: true };
};
