/**
 * How a project that is not written in JavaScript tests itself, seen from the files that its tools ask for.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectFacts } from './project-facts.ts';

type FoundTests = Pick<ProjectFacts, 'runner'> & { readonly command: readonly string[] };

/** `null` where no language was seen that has its own way to test. */
export const findOtherTests = async (folder: string): Promise<FoundTests | null> => {
  const has = (name: string): boolean => existsSync(join(folder, name));
  if (has('Cargo.toml')) return { runner: 'cargo', command: ['cargo', 'test'] };
  if (has('go.mod')) return { runner: 'go', command: ['go', 'test', './...'] };
  if (!(await usesPytest(folder))) return null;
  const launcher = has('uv.lock') ? ['uv', 'run'] : has('poetry.lock') ? ['poetry', 'run'] : ['python3', '-m'];
  return { runner: 'pytest', command: [...launcher, 'pytest'] };
};

const usesPytest = async (folder: string): Promise<boolean> => {
  const texts = await Promise.all(
    ['pyproject.toml', 'requirements.txt', 'requirements-dev.txt', 'setup.cfg', 'tox.ini'].map((name) =>
      readFile(join(folder, name), 'utf8').catch(() => ''),
    ),
  );
  if (texts.some((text) => /\bpytest\b/.test(text))) return true;
  for (const place of ['.', 'test', 'tests']) {
    const entries = await readdir(join(folder, place)).catch((): string[] => []);
    if (entries.some((name) => name === 'pytest.ini' || name === 'conftest.py' || /^test_.+\.py$/.test(name)))
      return true;
  }
  return false;
};
