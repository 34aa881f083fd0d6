/** Makes one plain JavaScript file of a TypeScript program, so that a test can start it as a process of its own. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Bundles `children/<name>.ts` into the folder and returns the path of the program.
 *
 * @param beside - the folder of `children` @default this one
 */
export const bundleChild = async (name: string, folder: string, beside = import.meta.url): Promise<string> => {
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: fileURLToPath(new URL(`children/${name}.ts`, beside)),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
    ssr: { noExternal: true },
  });
  return join(folder, `${name}.mjs`);
};
