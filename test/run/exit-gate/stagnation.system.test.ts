import { beforeEach, describe, expect, test } from 'vitest';
import { hasGit } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../a-workspace.ts';
import { green, red, runPreset } from './a-preset-run.ts';

describe.skipIf(!hasGit)('stagnation_threshold of exit_gate (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('an exit gate that does not pass opens the breaker after as many iterations as the config says', async () => {
    const reported = await runPreset({
      config: {
        preset: 'cub',
        exit_gate: { indicator_threshold: 5, stagnation_threshold: 2 },
        circuit_breaker: { reopenings: 0 },
      },
      turns: [
        red('cub'),
        green('cub', { iteration: 1, signal: undefined, say: 'On it.' }),
        green('cub', {
          iteration: 2,
          signal: undefined,
          write: { 'src/two.js': 'export const two = 2;\n' },
          say: 'On it.',
        }),
      ],
    });
    expect([reported.status, reported.green.length]).toEqual(['stuck', 2]);
    expect(reported.why).toMatch(/^Exit gate not passing/);
  });
});
