import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const node = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

/** Programs that run in processes of their own, and the plugin of a host: copied as they are. */
const PROGRAMS = {
  reporters: 'src/runners',
  children: 'src/evidence/documents/children',
  plugin: 'src/agents/hosts/plugin',
  'spec-kit': 'src/agents/hosts/spec-kit',
};

const copyPrograms = (): Plugin => ({
  name: 'copy-programs',
  generateBundle() {
    for (const [name, folder] of Object.entries(PROGRAMS)) {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        // Whatever they are written in; what Python leaves beside its files is none of it.
        if (!entry.isFile() || /\.(?:ts|pyc)$/.test(path)) continue;
        this.emitFile({ type: 'asset', fileName: join(name, relative(folder, path)), source: readFileSync(path) });
      }
    }
  },
});

/**
 * The parts of a program in CommonJS load each other when they first use each other, not when they are loaded: most commands need
 * a third of what they could reach. A module that is imported on demand needs no promise of its own.
 */
const requireWhenUsed = (): Plugin => ({
  name: 'require-when-used',
  renderChunk(code) {
    const parts: string[] = [];
    const later = (line: string, part: string, load: string): string => {
      if (part === 'require_rolldown_runtime') return line;
      parts.push(part);
      return `let ${part}_;\nconst ${part} = () => (${part}_ ??= ${load});`;
    };
    // Parts of the program, and what a library in CommonJS becomes in a part.
    const lazy = code
      .replaceAll(/^const (require_[\w$]+) = (require\("\.\/[^"]+"\));$/gm, later)
      .replaceAll(/^var (import_[\w$]+) = (.*\brequire_[\w$]+\.require_.*);$/gm, later);
    const names = parts.map((part) => part.replaceAll('$', '\\$&')).join('|');
    const used =
      parts.length === 0 ? code : lazy.replaceAll(new RegExp(`(?<![\\w$])(${names})\\.(?=[\\w$])`, 'g'), '($1()).');
    const [whole] =
      parts.length === 0 ? [] : (new RegExp(`(?<![\\w$.])(?:${names})(?! = |\\(\\)|[\\w$])`).exec(used) ?? []);
    if (whole !== undefined)
      throw new Error(`${whole} is used as a whole: it can be loaded only where a name of it is used`);
    return {
      code: used.replaceAll(/\(await Promise\.resolve\(\)\.then\(\(\) => (require\("[^"]+"\))\)\)/g, '$1'),
      map: null,
    };
  },
});

/** npm sets the mode when it links a clone, and not when that is built again. */
const executable = (): Plugin => ({
  name: 'executable',
  writeBundle: ({ dir = 'dist' }) => chmodSync(join(dir, 'cli.cjs'), 0o755),
});

const library = {
  index: 'src/index.ts',
  machines: 'machines/index.ts',
  actors: 'src/run/actors/index.ts',
  gates: 'gates/index.ts',
  signals: 'src/signals/index.ts',
  inspector: 'src/page/inspector/index.ts',
  restate: 'src/queue/restate/index.ts',
};

/** Not of the entries that run without Node: they load everything at once, as they cannot load anything later. */
const ON_DEMAND = new Set(
  [library.index, library.actors, library.inspector, library.restate].map((path) => join(import.meta.dirname, path)),
);

/** What an entry takes from one file: its functions load the file when they are called, its classes and constants at once. */
const takeOnDemand = (names: string, from: string): string => {
  const values = names.split(',').flatMap((each) => {
    const name = each.trim();
    return name === '' || name.startsWith('type ') ? [] : [name];
  });
  const functions = values.filter((name) => /^[a-z]\w*$/.test(name));
  const atOnce = values.filter((name) => !functions.includes(name));
  return [
    ...(atOnce.length > 0 ? [`export { ${atOnce.join(', ')} } from '${from}';`] : []),
    ...functions.map((name) => `export const ${name} = (...given) => import('${from}').${name}(...given);`),
  ].join(' ');
};

/**
 * To import an entry of the library is cheap (docs/decisions/0069): a function of it loads its module when it is first called, with
 * `require`, which needs no promise. Whatever is loaded later is loaded so: Node cannot require a module that is being imported.
 */
const loadOnDemand = (): Plugin => ({
  name: 'load-on-demand',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!ON_DEMAND.has(id)) return null;
    return code.replaceAll(/^export \{([^}]*)\} from '([^']+)';$/gm, (_, names: string, from: string) =>
      takeOnDemand(names, from),
    );
  },
  renderChunk(code) {
    const loads = code.replaceAll(
      /\bimport\("(\.\/[^"]+)"\)(?:\.then\(\((\w+)\) => \2\.(\w+)\))?/g,
      (_, file, _n, part) => `onDemand("${file}")${part === undefined ? '' : `.${part}`}`,
    );
    if (loads === code) return null;
    const first =
      'import { createRequire as requireFrom } from "node:module";\nconst onDemand = requireFrom(import.meta.url);\n';
    return { code: `${first}${loads}`, map: null };
  },
});

const MANIFEST = join(import.meta.dirname, 'package.json');

/** Only the version of the manifest is in the programs: Node reads them at every start. */
const versionOnly = (): Plugin => ({
  name: 'version-only',
  apply: 'build',
  load(id) {
    if (id !== MANIFEST) return null;
    const manifest: unknown = JSON.parse(readFileSync(MANIFEST, 'utf8'));
    return JSON.stringify({ version: Reflect.get(Object(manifest), 'version') });
  },
});

/**
 * Programs of one entry each, built with all that they need by `vite build --mode <name>`. They are CommonJS: Node starts that
 * in three quarters of the time (docs/decisions/0038).
 */
const programs: Readonly<Record<string, string>> = {
  cli: 'src/cli/bin.ts',
  signal: 'src/signals/command/bin.ts',
  mcp: 'src/cli/mcp/bin.ts',
  hook: 'src/cli/hook/bin.ts',
};

/**
 * Everything that `--version`, `--help` and the answer that there is no run load, in one file, and everything that shows a run
 * in another: Node takes longer to find twenty files than to read them. A library that neither needs has a file of its own.
 * test/end-to-end/start-of-the-program.test.ts holds what a command loads.
 */
const STARTS = { core: 'src/cli/start.ts', status: 'src/cli/show-status.ts' };

type Graph = { readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null };

/** The modules that a file imports, and those that they import. */
const loadedWith = (file: string, graph: Graph): ReadonlySet<string> => {
  const found = new Set([join(import.meta.dirname, file)]);
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
};

const oneStart = () => {
  let chunks: readonly (readonly [string, ReadonlySet<string>])[] | undefined;
  const name = (id: string, graph: Graph): string | null => {
    chunks ??= Object.entries(STARTS).map(([chunk, file]) => [chunk, loadedWith(file, graph)] as const);
    const start = chunks.find(([, modules]) => modules.has(id))?.[0];
    const library = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]?.replace('/', '-');
    return start ?? library ?? null;
  };
  return { codeSplitting: { groups: [{ name, debugName: 'starts' }], includeDependenciesRecursively: false } };
};

// Certificates that every Node would read at its start: no test asks anything beyond this machine, and a run starts thousands.
// Tests that install something give them back: a Node from npm knows no others.
const { VITEST, NODE_EXTRA_CA_CERTS: certificates } = process.env;
if (VITEST !== undefined && certificates !== undefined) {
  process.env['DUALGATE_CERTIFICATES'] = certificates;
  delete process.env['NODE_EXTRA_CA_CERTS'];
}

const NO_TESTS = ['**/node_modules/**', '**/projects/**'];

/**
 * The second tier: tests that need the built program, runners, agents, an engine, a browser or whole runs. The first tier needs
 * Node and git (docs/decisions/0068).
 */
const SYSTEM = ['test/{end-to-end,cheats}/**/*.test.ts', 'test/**/*.system.test.ts'];
/** Tests of the second tier that need a worker of their own: they listen for signals of their process, or leave it a timer. */
const SYSTEM_ALONE = ['test/{cli/mcp,loop/session}/**/*.system.test.ts'];
/** The third tier, for `npm run check:full`: each takes a minute, and shows again what shorter tests show in parts. */
const FULL = ['test/**/*.full.test.ts'];

/** The folders whose test files share workers: they look at values and at what a run of the library does. */
const SHARED = [
  'gates,machines,base/text,signals,project/{config,sources},read-config,agents/{programs,sandbox},ledger,commits,prove,records,run,view,queue/list',
  'evidence/{checks,changing,criteria-formats,documents,findings,integrity,measures,mutation-check},loop/{agreement,commits,prompts,tests,turn},doctor/{checks,conformance,init,replay,smoke-test},cli,runners,page,findings',
]
  .map((folders) => `test/{${folders}}/**/*.test.ts`)
  .concat('test/{evidence,loop,doctor}/*.test.ts');

/** What runs in a browser, in one script and one style sheet: a page from disk loads nothing besides. */
const page: ViteUserConfig = {
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/page',
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    cssCodeSplit: false,
    rolldownOptions: {
      input: 'src/page/ui/main.tsx',
      output: { format: 'iife', entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
    },
  },
};

/**
 * `vite build` makes the library; `--mode cli` the command line, `--mode signal` the agent's signal command, `--mode mcp` the MCP server, `--mode hook` the hooks, `--mode page` what
 * people look at in a browser.
 */
export default defineConfig(({ mode }) => {
  if (mode === 'page') return page;
  const program = programs[mode];
  return {
    plugins: [
      versionOnly(),
      ...(program === undefined ? [copyPrograms(), loadOnDemand()] : [requireWhenUsed()]),
      ...(mode === 'cli' ? [executable()] : []),
    ],
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      emptyOutDir: program === undefined,
      rolldownOptions: {
        input: program === undefined ? library : { [mode]: program },
        external: node,
        // What parts share is no export of an entry.
        ...(program === undefined && { preserveEntrySignatures: 'strict' as const }),
        output: {
          format: program === undefined ? 'es' : 'cjs',
          entryFileNames: program === undefined ? '[name].js' : '[name].cjs',
          // Flat: what is laid beside the bundle is found from every chunk by the same relative path.
          chunkFileNames: program === undefined ? 'chunk-[hash].js' : `${mode}-[name].cjs`,
          // Nobody reads them, and Node does at every start: the declarations have the words. Licences stay, and what a bundler asks
          // of the library.
          comments: { legal: true, annotation: program === undefined, jsdoc: false },
          ...(mode === 'cli' && oneStart()),
        },
      },
    },
    ssr: program === undefined ? {} : { noExternal: true as const },
    test: {
      // A worker of its own costs a file half a second; few need one, and what shares one is held to leave it as it was.
      projects: [
        {
          extends: true,
          test: {
            name: 'alone',
            include: ['test/**/*.test.ts'],
            exclude: [...NO_TESTS, ...SHARED, ...SYSTEM, ...FULL],
            isolate: true,
          },
        },
        {
          extends: true,
          test: {
            name: 'system',
            include: SYSTEM,
            exclude: [...NO_TESTS, ...FULL, ...SYSTEM_ALONE],
            isolate: false,
            setupFiles: ['test/shared-worker.ts'],
            benchmark: { exclude: ['**'] },
          },
        },
        {
          extends: true,
          test: {
            name: 'system-alone',
            include: SYSTEM_ALONE,
            exclude: NO_TESTS,
            isolate: true,
            benchmark: { exclude: ['**'] },
          },
        },
        {
          extends: true,
          test: { name: 'full', include: FULL, exclude: NO_TESTS, isolate: true, benchmark: { exclude: ['**'] } },
        },
        {
          extends: true,
          test: {
            name: 'shared',
            include: SHARED,
            exclude: [...NO_TESTS, ...SYSTEM, ...FULL],
            isolate: false,
            setupFiles: ['test/shared-worker.ts'],
            benchmark: { exclude: ['**'] },
          },
        },
      ],
      setupFiles: ['test/setup.ts'],
      // Most tests wait for programs that they started: with two cores, one worker at a time would leave them idle.
      maxWorkers: Math.max(3, availableParallelism() - 1),
      // Many trials of one test take minutes, and a slow machine needs three times as long.
      testTimeout: process.env['DUALGATE_TRIALS'] === undefined ? 180_000 : 1_800_000,
      hookTimeout: 180_000,
      benchmark: { include: ['test/bench/**/*.bench.ts'] },
    },
  };
});
