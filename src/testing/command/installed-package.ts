/**
 * The place of an installed package, as Node finds it: in this folder, or in one above.
 *
 * @module
 */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readPlain } from '../../files/open-plain.ts';

interface InstalledPackage {
  /** Absolute, behind every link. */
  readonly place: string;
  /** Empty where it says none, as a package of the workspace may. */
  readonly version: string;
}

const packageFile = z.looseObject({ version: z.string().default('') });

/** `null` where it is not found. @param folder - absolute */
export const findInstalled = (name: string, folder: string): InstalledPackage | null => {
  const path = join(folder, 'node_modules', name);
  try {
    const { version } = packageFile.parse(JSON.parse(readPlain(join(path, 'package.json'))));
    return { place: realpathSync(path), version };
  } catch {
    const above = dirname(folder);
    return above === folder ? null : findInstalled(name, above);
  }
};
