/**
 * The entries that run without Node: a browser and a workflow engine bundle them.
 *
 * @module
 */
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { aFolder, write } from '../evidence/a-repository.ts';
import { anIteration } from '../gates/an-iteration.ts';

const ROOT = join(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');
/** The workflow of docs/how-to/hosts.md. */
const WORKFLOW = join(ROOT, 'test/hosts/programs', 'temporal.mjs');

/** One script, as for a browser, or for the sandbox of a Temporal workflow; `workflow` is what the program exports. */
const bundle = async (program: string): Promise<string> => {
  const folder = await aFolder();
  await write(folder, {
    'program.mjs': program,
    'temporal.mjs': 'export const proxyActivities = () => globalThis.activities;\n',
  });
  const warned: string[] = [];
  const made = await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    resolve: {
      alias: [
        { find: '@temporalio/workflow', replacement: join(folder, 'temporal.mjs') },
        { find: /^dualgate\/(\w+)$/, replacement: `${DIST}/$1.js` },
        { find: /^xstate$/, replacement: fileURLToPath(import.meta.resolve('xstate')) },
      ],
    },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(folder, 'program.mjs'), formats: ['iife'], name: 'workflow' },
      rolldownOptions: { onwarn: ({ message }) => warned.push(message) },
    },
  });
  expect(warned).toEqual([]);
  const [output] = Array.isArray(made) ? made : [made];
  if (output === undefined || !('output' in output)) throw new Error('nothing was bundled');
  const scripts = output.output.flatMap((each) => (each.type === 'chunk' ? [each] : []));
  const names = scripts.flatMap(({ moduleIds }) => moduleIds);
  expect(names.filter((name) => /^node:|browser-external/.test(name) || builtinModules.includes(name))).toEqual([]);
  return scripts.map(({ code }) => code).join('\n');
};

test('gates, machines and signals are bundled without a builtin of Node', async () => {
  const all = ['gates', 'machines', 'signals'].map((name) => `export * as ${name} from 'dualgate/${name}';`).join('\n');
  expect(await bundle(all)).toContain('readSignal');
});

test('a workflow drives the chart where there is no Node', async () => {
  const code = await bundle(`export { work } from ${JSON.stringify(WORKFLOW)};\n`);
  const records = (['RED', 'GREEN', 'REFACTOR', 'DOCUMENT'] as const).map((phase) => anIteration(phase));
  const printed: string[] = [];
  // Such a place has neither process nor require nor Buffer.
  const place: Record<string, unknown> = {
    setTimeout,
    clearTimeout,
    console: { log: (line: string) => printed.push(line) },
    activities: { turn: async () => structuredClone(records.shift()) },
  };
  runInNewContext(`${code}\nglobalThis.output = workflow.work();`, place);
  expect(await place['output']).toEqual({ status: 'completed' });
  expect(printed).toEqual(['RED exited', 'GREEN exited', 'REFACTOR exited', 'DOCUMENT exited']);
});
