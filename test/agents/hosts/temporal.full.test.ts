/** The workflow of docs/how-to/hosts.md, bundled by Temporal's own bundler, which refuses every built-in of Node. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { layOutPrograms } from './lay-out-programs.ts';

/** The npm prefix with the worker and the workflows of Temporal. */
const { DUALGATE_TEMPORAL: prefix = '' } = process.env;
const isThere = prefix !== '' && existsSync(join(prefix, 'node_modules/@temporalio/worker'));
const needs = isThere ? '' : ' (skipped: @temporalio/worker is not in the folder DUALGATE_TEMPORAL)';

const BUNDLER = `import { bundleWorkflowCode } from '@temporalio/worker';
const quiet = () => {};
const logger = { trace: quiet, debug: quiet, info: quiet, warn: console.error, error: console.error, log: quiet };
const { code } = await bundleWorkflowCode({ workflowsPath: process.argv[2], logger });
console.log(code.includes('phase.exited'), code.includes('explicit_true'));
`;

const bundle = async (workflow: string) => {
  const folder = await layOutPrograms(prefix);
  await writeFile(join(folder, 'bundle.mjs'), BUNDLER);
  await writeFile(join(folder, 'workflow.mjs'), workflow);
  const { stdout, stderr, exitCode } = await execa('node', [join(folder, 'bundle.mjs'), join(folder, 'workflow.mjs')], {
    reject: false,
  });
  return { stdout, stderr, exitCode };
};

describe.skipIf(!isThere)(`Temporal's bundler${needs}`, () => {
  test('takes the workflow, and the signals with it', async () => {
    const workflow = "export { work } from './temporal.mjs';\nexport { readSignal } from 'dualgate/signals';\n";
    expect(await bundle(workflow)).toEqual({ stdout: 'true true', stderr: '', exitCode: 0 });
  });

  test('refuses one that measures by itself', async () => {
    const workflow = "import { measure } from 'dualgate';\nexport const work = () => measure({});\n";
    const { stdout, stderr, exitCode } = await bundle(workflow);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    expect(stderr).toMatch(/Reading from "node:\w+" is not handled by plugins/);
  });
});
