import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRun } from '../../src/run/create-run.ts';
import { hasGit } from '../evidence/a-repository.ts';
import { countGit } from '../project/sources/counted-git.ts';
import { aCodeWorkspace, HONEST, withAnchorsAside } from './a-workspace.ts';

describe.skipIf(!hasGit)('the gits that an iteration starts (needs git)', () => {
  beforeEach(withAnchorsAside);
  afterEach(() => vi.unstubAllEnvs());

  test('are one for each look at the sources: five in an iteration, more where copies are measured', async () => {
    const turns = [
      { phase: 'RED', ...HONEST.RED },
      {
        phase: 'GREEN',
        iteration: 1,
        ...HONEST.GREEN,
        write: { 'src/one.js': 'export const one = () => 2;\n' },
        signal: false,
      },
      { phase: 'GREEN', ...HONEST.GREEN },
      { phase: 'REFACTOR', ...HONEST.REFACTOR },
    ];
    const { config } = await aCodeWorkspace(turns, { limits: { iterations: 6 } });
    const { take } = await countGit();
    const starts: (readonly [string, readonly string[]])[] = [];
    const run = createRun({
      config,
      onEvent: (event) => {
        if (event.type === 'iteration.started' && starts.length === 0) take();
        if (event.type === 'iteration.decided') starts.push([event.phase, take()]);
      },
    });
    expect((await run.ended).status).toBe('completed');
    expect(starts.map(([phase, lines]) => [phase, lines.length])).toEqual([
      ['RED', 5],
      ['GREEN', 5],
      // Further looks follow its second test run, the counter-check and the mutation check. Both checks and the fresh copy ask for
      // ignored files, and git compares what the counter-check wrote over sources.
      ['GREEN', 11],
      ['REFACTOR', 7],
    ]);
    const [, held] = starts[1] ?? [];
    expect(held?.filter((line) => line.startsWith('ls-files'))).toHaveLength(4);
  });
});
