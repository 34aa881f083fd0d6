import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { runProgram } from './run-program.ts';
import { completes, SHAPES } from './shapes.ts';

describe.skipIf(!hasGit)(
  'every shape of a repository completes from init, with only the agent filled in (needs git)',
  () => {
    for (const shape of SHAPES)
      for (const by of ['spec', 'agent'] as const)
        test.skipIf(shape.skipped !== '')(
          `${shape.title}, named by the ${by}, and its proof holds`,
          { timeout: 600_000 },
          async ({ home }) => {
            const project = await completes(home, by, shape);
            const proof = await runProgram(project, 'prove');
            expect(proof, proof.stdout + proof.stderr).toMatchObject({ exitCode: 0 });
            expect(proof.stdout).toContain('", which AC-4 changed, fails without the code');
          },
        );
  },
);
