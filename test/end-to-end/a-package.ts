/** The tarball of `npm pack`, made in a checkout without a build. */
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const PACKAGES = join(ROOT, 'node_modules');

const BUILT_FROM = ['.config', 'gates', 'machines', 'src', 'docs', 'tsconfig.json', 'vite.config.ts'];
const SHIPPED = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];

/**
 * Nothing of the npm that may have started the tests: it could have been told to run no scripts. Nothing of the tests: Vite would
 * take the development build of XState.
 */
export const withoutNpm = (): NodeJS.ProcessEnv => {
  const { DUALGATE_CERTIFICATES: certificates, ...env } = process.env;
  const own = Object.entries(env).filter(([name]) => !/^(?:npm_|node_env$|vitest)/i.test(name));
  return { ...Object.fromEntries(own), ...(certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates }) };
};

/** The path of a tarball below `home`. */
export const packCheckout = async (home: string): Promise<string> => {
  const checkout = join(home, 'checkout');
  for (const name of [...BUILT_FROM, ...SHIPPED]) cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
  symlinkSync(PACKAGES, join(checkout, 'node_modules'));
  const { stdout } = await execa('npm', ['pack', '--json', '--ignore-scripts=false'], {
    cwd: checkout,
    env: withoutNpm(),
    extendEnv: false,
  });
  const [{ filename }]: readonly [{ readonly filename: string }] = JSON.parse(stdout);
  return join(checkout, filename);
};
