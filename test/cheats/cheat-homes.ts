/** A home of the user for the cheats of a file of tests, and in it one for each attempt. */
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { removeHome } from './try-cheat.ts';

/** Runs a function in a home of its own; its changes to the user's home are undone before the next. */
export type InHome = <T>(name: string, use: (home: string) => Promise<T>) => Promise<T>;

/** To be called where tests are declared, once in a file. */
export const useCheatHomes = (): InHome => {
  const HOME = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-cheats-')));
  beforeAll(() => {
    // Where rustup has its tool chains, which are no part of what a cheat may find.
    vi.stubEnv('RUSTUP_HOME', process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup'));
    vi.stubEnv('HOME', HOME);
    vi.stubEnv('XDG_CONFIG_HOME', '');
    vi.stubEnv('XDG_STATE_HOME', join(HOME, 'state'));
    writeFileSync(join(HOME, '.gitconfig'), '[user]\n\tname = Bea\n\temail = bea@example.org\n');
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await removeHome(HOME);
  });
  return async (name, use) => {
    const home = join(HOME, name.replaceAll(/\W+/g, '-').slice(0, 60));
    try {
      return await use(home);
    } finally {
      for (const left of [home, ...['.npmrc', '.config', '.cargo', '.local'].map((each) => join(HOME, each))])
        await removeHome(left);
    }
  };
};
