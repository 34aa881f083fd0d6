/**
 * The entries that run without Node: a browser and a workflow engine bundle them.
 *
 * @module
 */
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { aFolder, write } from '../evidence/a-repository.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** Drives the chart of the default phases by records; the answer is what it returns. */
const WORKFLOW = `import { createActor } from '${fileURLToPath(import.meta.resolve('xstate'))}';
import { CLEAN_MEASUREMENT, createIteration, decide, DEFAULT_PHASES } from '${DIST}/gates.js';
import { bindGates, closedBreaker, createTddMachine, turnBreaker } from '${DIST}/machines.js';
const config = { phases: DEFAULT_PHASES };
const chart = createActor(createTddMachine(config).provide(bindGates(config))).start();
const metrics = { ...CLEAN_MEASUREMENT, criteria_count: 4, tests_total: 4, tests_failing: 4, tests_passing: 0 };
chart.send({ type: 'ITERATION', record: createIteration({ phase: 'RED', iteration: 1, exit_signal: true, metrics }) });
globalThis.answer = JSON.stringify([chart.getSnapshot().value, typeof turnBreaker, closedBreaker().state, typeof decide]);
`;

/** An exit signal, too. */
const WITH_SIGNALS = `import { readSignal } from '${DIST}/signals.js';
${WORKFLOW}
globalThis.readSignal = readSignal;
`;

/** In one script, as for a browser, or for the sandbox of a Temporal workflow. */
const bundle = async (program: string): Promise<string> => {
  const folder = await aFolder();
  await write(folder, { 'workflow.mjs': program });
  const warned: string[] = [];
  const made = await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: join(folder, 'workflow.mjs'),
        output: { format: 'iife', name: 'workflow' },
        onwarn: ({ message }) => warned.push(message),
      },
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
  expect(await bundle(WITH_SIGNALS)).toContain('readSignal');
});

test('gates and machines run where there is no Node', async () => {
  const code = await bundle(WORKFLOW);
  // Such a place has neither process nor require.
  const place: Record<string, unknown> = { setTimeout, clearTimeout, TextEncoder, TextDecoder, console };
  runInNewContext(code, place);
  expect(JSON.parse(String(place['answer']))).toEqual([{ working: 'green' }, 'function', 'CLOSED', 'function']);
});
