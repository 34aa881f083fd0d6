/** Starts of git, counted from outside: the program of that name on the PATH writes a line and becomes git. */
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { vi } from 'vitest';
import { locateProgram } from '../../../src/base/processes/locate-program.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';

export interface CountedGit {
  /** The commands since the last call, without the settings before them. */
  readonly take: () => readonly string[];
}

/** To be undone with `vi.unstubAllEnvs`. */
export const countGit = async (): Promise<CountedGit> => {
  const git = (await locateProgram('git', '/')) ?? 'git';
  const folder = await aFolder();
  const list = join(folder, 'list');
  await write(folder, { 'bin/git': `#!/bin/sh\nprintf '%s\\n' "$*" >> '${list}'\nexec '${git}' "$@"\n` });
  chmodSync(join(folder, 'bin/git'), 0o755);
  vi.stubEnv('PATH', [join(folder, 'bin'), process.env['PATH'] ?? ''].join(delimiter));
  return {
    take: () => {
      const lines = existsSync(list) ? readFileSync(list, 'utf8').split('\n').slice(0, -1) : [];
      rmSync(list, { force: true });
      return lines.map((line) => line.replaceAll(/-c \S+ /g, ''));
    },
  };
};
