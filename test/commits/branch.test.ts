import { expect, test } from 'vitest';
import { nameBranch } from '../../src/commits/branch.ts';
import { openRepository } from '../../src/commits/repository.ts';
import { aRepository, git, hasGit } from '../evidence/a-repository.ts';

test.skipIf(!hasGit)(
  'a branch has the name of the spec, or of the folder that names its feature (needs git)',
  async () => {
    const folder = await aRepository();
    const repository = await openRepository(folder);
    const nameOf = (spec: string) => nameBranch(repository, spec);
    expect(await nameOf('specs/Slugify it.md')).toBe('dualgate/slugify-it');
    expect(await nameOf('specs/001-login/spec.md')).toBe('dualgate/001-login');
    expect(await nameOf('.kiro/specs/login/requirements.md')).toBe('dualgate/login');
    expect(await nameOf('spec.md')).toBe('dualgate/spec');
    expect(await nameOf('docs/spec.md')).toBe('dualgate/spec');
    await git(folder, 'branch', 'dualgate/001-login');
    expect(await nameOf('specs/001-login/spec.md')).toBe('dualgate/001-login-2');
  },
);
