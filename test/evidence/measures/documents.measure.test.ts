import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { compileGates } from '../../../gates/compile-gates.ts';
import { foreseeHold } from '../../../src/evidence/measures/documents.measure.ts';
import { readConfig } from '../../../src/read-config/parse-config.ts';
import { aFolder, write } from '../a-repository.ts';

const SHIPPED = resolve(import.meta.dirname, '../../../src/evidence/documents/children/mermaid.mjs');

const gatesOf = async (phases: string) => {
  const folder = await aFolder();
  await write(folder, {
    'SPEC.md': '- [ ] AC-1: one is 1\n',
    'dualgate.yaml': `version: 1\nwork: { spec: SPEC.md }\nagent: { command: agent }\ntests: { command: node --test, runner: node }\n${phases}`,
  });
  return compileGates(readConfig({ cwd: folder }));
};

/** A checker beside which no mermaid is installed. */
const withoutMermaid = async () => {
  const checker = join(await aFolder(), 'mermaid.mjs');
  await copyFile(SHIPPED, checker);
  return { checker };
};

test('without Mermaid, a run of the default phases is told which one will be held, and how to continue', async () => {
  expect(await foreseeHold(await gatesOf(''), await withoutMermaid())).toBe(
    'DOCUMENT will be held: it needs diagrams, and Mermaid, which checks them, is not installed. Install mermaid beside dualgate (npm install mermaid); a run that waits continues with dualgate resume.',
  );
});

test('nothing is foreseen with Mermaid, nor for phases without diagrams', async () => {
  expect(await foreseeHold(await gatesOf(''))).toBeNull();
  const quick = 'phases:\n  - { phase: GREEN, purpose: passes, gate_1: { condition: tests_failing == 0 } }\n';
  expect(await foreseeHold(await gatesOf(quick), await withoutMermaid())).toBeNull();
});
