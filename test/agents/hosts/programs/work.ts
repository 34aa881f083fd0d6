import { mkdirSync, writeFileSync } from 'node:fs';

let turns = 0;
const TEST = `import test from 'node:test';
import assert from 'node:assert';
import { sum } from '../src/sum.mjs';
test('[AC-1] adds', () => assert.equal(sum(1, 2), 3));
`;

/** Always says that it is done: first without a test, then without the code, and once with a weakened test. */
export const work = async ({ phase }: { readonly phase: string | null }): Promise<boolean> => {
  turns += 1;
  if (turns > 8) throw new Error('too many turns');
  mkdirSync('src', { recursive: true });
  mkdirSync('test', { recursive: true });
  if (phase === 'RED') writeFileSync('src/sum.mjs', 'export const sum = () => null;\n');
  if (phase === 'RED' && turns > 1) writeFileSync('test/sum.test.mjs', TEST);
  if (phase !== 'GREEN') return true;
  const isWeak = turns === 3;
  writeFileSync('src/sum.mjs', isWeak ? 'export const sum = () => null;\n' : 'export const sum = (a, b) => a + b;\n');
  writeFileSync('test/sum.test.mjs', isWeak ? TEST.replace('assert.equal(sum(1, 2), 3)', 'assert.ok(sum)') : TEST);
  return true;
};
