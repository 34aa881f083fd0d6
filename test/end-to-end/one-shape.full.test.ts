import { describe } from 'vitest';
import { pickSome, SEED } from '../pick-some.ts';
import { hasGit, test } from './a-home.ts';
import { completes, SHAPES } from './shapes.ts';

describe.skipIf(!hasGit)(
  `a shape of a repository completes from init, with only the agent filled in (needs git; ${SEED})`,
  () => {
    for (const shape of pickSome(SHAPES, ({ title }) => title, 3).slice(0, 1))
      test.skipIf(shape.skipped !== '')(shape.title, { timeout: 300_000 }, ({ home }) =>
        completes(home, 'agent', shape),
      );
  },
);
