/** The entries that run without Node: a browser and a workflow engine bundle them. */
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { aFolder, write } from '../evidence/a-repository.ts';
import { anIteration } from '../gates/an-iteration.ts';
import { aBlock, BINDING } from '../signals/a-block.ts';

const ROOT = join(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');
/** Those that a bundler does not make itself. */
const NODE_GLOBALS = ['Buffer', 'process', '__dirname', '__filename', 'setImmediate'];
/** That of docs/how-to/hosts.md. */
const WORKFLOW = join(ROOT, 'test/agents/hosts/programs', 'temporal.mjs');

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
    // Only what no scope declares is replaced.
    define: Object.fromEntries(NODE_GLOBALS.map((name) => [name, `OF_NODE_${name}`])),
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
  const code = scripts.map((each) => each.code).join('\n');
  expect(code.match(/OF_NODE_\w+/g)).toBeNull();
  return code;
};

const ALL = ['gates', 'machines', 'signals'].map((name) => `export * as ${name} from 'dualgate/${name}';`).join('\n');

test('gates, machines and signals are bundled without a builtin or a global of Node, and read a signal', async () => {
  const place: Record<string, unknown> = { TextEncoder, TextDecoder, setTimeout, clearTimeout };
  const said = aBlock();
  runInNewContext(`${await bundle(ALL)}\nglobalThis.answer = workflow.signals.readSignal;`, place);
  const read = place['answer'];
  if (typeof read !== 'function') throw new Error('readSignal was not bundled');
  expect(read(said, BINDING)).toMatchObject({ value: true, reason: 'explicit_true' });
  expect(read(new TextEncoder().encode(said), BINDING)).toMatchObject({ value: true, reason: 'explicit_true' });
});

test('a program that needs a global of Node is refused', async () => {
  await expect(bundle('export const size = (text) => Buffer.byteLength(text);\n')).rejects.toThrow('OF_NODE_Buffer');
});

test('a workflow drives the chart where there is no Node', async () => {
  const code = await bundle(`export { work } from ${JSON.stringify(WORKFLOW)};\n`);
  const records = (['RED', 'GREEN', 'REFACTOR', 'DOCUMENT'] as const).map((phase) => anIteration(phase));
  const printed: string[] = [];
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
