import { describe } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { completes, SHAPES } from './shapes.ts';

describe.skipIf(!hasGit)(
  'every shape of a repository completes from init, with only the agent filled in (needs git)',
  () => {
    for (const shape of SHAPES)
      for (const by of ['spec', 'agent'] as const)
        test.skipIf(shape.skipped !== '')(`${shape.title}, named by the ${by}`, { timeout: 300_000 }, ({ home }) =>
          completes(home, by, shape),
        );
  },
);
