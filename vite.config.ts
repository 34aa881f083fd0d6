import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const node = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

/** Programs that run in processes of their own: copied as they are, to where `new URL` finds them from source too. */
const PROGRAMS = { reporters: 'src/testing/reporters', children: 'src/evidence/documents/children' };

const copyPrograms = (): Plugin => ({
  name: 'copy-programs',
  generateBundle() {
    for (const [name, folder] of Object.entries(PROGRAMS)) {
      for (const file of readdirSync(folder).filter((each) => each.endsWith('.mjs'))) {
        this.emitFile({ type: 'asset', fileName: `${name}/${file}`, source: readFileSync(join(folder, file)) });
      }
    }
  },
});

const library = { index: 'src/index.ts', machines: 'machines/index.ts', gates: 'gates/index.ts' };

/** `vite build` makes the library, `vite build --mode cli` the command line as one file with all that it needs. */
export default defineConfig(({ mode }) => ({
  plugins: mode === 'cli' ? [] : [copyPrograms()],
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    emptyOutDir: mode !== 'cli',
    rolldownOptions: {
      input: mode === 'cli' ? { cli: 'src/cli/bin.ts' } : library,
      external: mode === 'cli' ? [...node, 'mermaid'] : node,
      output: {
        entryFileNames: '[name].js',
        // Flat: what is laid beside the bundle is found from every chunk by the same relative path.
        chunkFileNames: mode === 'cli' ? 'cli-[name].js' : 'chunk-[hash].js',
      },
    },
  },
  ssr: mode === 'cli' ? { noExternal: true } : {},
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/projects/**'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    benchmark: { include: ['test/bench/**/*.bench.ts'] },
  },
}));
