import { describe, expect, test } from 'vitest';
import { compileGates } from '../../../gates/compile-gates.ts';
import type { Question } from '../../../src/evidence/measures/measure.ts';
import { metricsOf } from '../../../src/evidence/measures/metrics-of-measures.ts';
import { removedNames } from '../../../src/evidence/measures/removed-names.measure.ts';
import { PROBLEMS_OF_MEASURES } from '../../../src/evidence/measures/problems-of-measures.ts';
import { LEAST, parse } from '../../project/config/a-config.ts';
import { aFolder, aRepository, git, hasGit, write } from '../a-repository.ts';
import { textsOf } from '../findings/a-finding.ts';

const config = (folder: string) => ({ ...parse(LEAST), folder });

/** The gate of a default phase; the condition can ask for the metric. */
const gateOf = (folder: string, phase: string, condition?: string) => {
  const { phases } = config(folder);
  const asking = phases.map((each) =>
    each.phase === phase && condition !== undefined ? { ...each, gate_1: { ...each.gate_1, condition } } : each,
  );
  const gate = compileGates({ phases: asking, metrics: metricsOf(config(folder)) }).find(
    (each) => each.phase.phase === phase,
  );
  if (gate === undefined) throw new Error(`there is no ${phase}`);
  return gate;
};

const ask = async (folder: string, files: readonly string[], gate = gateOf(folder, 'REFACTOR')) => {
  const question = {
    config: config(folder),
    gate,
    run: { base: await git(folder, 'rev-parse', 'HEAD').catch(() => null), frozen: {} },
    tests: { after: { files: new Map(files.map((path) => [path, '100644 x'])) }, run: { tests: [] } },
  } as unknown as Question;
  const { metrics, findings } = await removedNames.measure(question);
  return { ...metrics, notes: textsOf(findings) };
};

const BEFORE = {
  'lib/a.mjs': 'export const one = 1;\nexport const two = 2;\n',
  'lib/b.py': 'def three():\n    pass\n',
};

describe.skipIf(!hasGit)('public_names_removed (needs git)', () => {
  test('counts names that are gone since the run began, and names each', async () => {
    const folder = await aRepository(BEFORE);
    await write(folder, { 'lib/a.mjs': 'export const one = 1;\n' });
    expect(await ask(folder, ['lib/a.mjs'])).toEqual({
      public_names_removed: 2,
      notes: [
        'lib/a.mjs no longer has the public name two, which it had when the run began. If other code may use it, restore it.',
        'lib/b.py no longer has the public name three, which it had when the run began. If other code may use it, restore it.',
      ],
    });
  });

  test('is 0 for a name that moved to another file, new or not', async () => {
    const folder = await aRepository(BEFORE);
    await write(folder, { 'lib/a.mjs': 'export const one = 1;\n', 'lib/c.mjs': 'export const two = 2;\n' });
    expect(await ask(folder, ['lib/a.mjs', 'lib/b.py', 'lib/c.mjs'])).toEqual({ public_names_removed: 0, notes: [] });
  });

  test('is measured in GREEN only where a condition needs it, and not without a commit', async () => {
    const folder = await aRepository(BEFORE);
    expect(await ask(folder, ['lib/b.py'], gateOf(folder, 'GREEN'))).toEqual({ notes: [] });
    const asking = gateOf(folder, 'GREEN', 'tests_failing == 0 AND public_names_removed == 0');
    expect(await ask(folder, ['lib/b.py'], asking)).toMatchObject({ public_names_removed: 2 });
    const empty = await aFolder();
    expect(await ask(empty, ['lib/b.py'])).toEqual({ notes: [] });
    const problems = PROBLEMS_OF_MEASURES.map(([, find]) => find(config(empty), [asking]));
    expect((await Promise.all(problems)).flat()).toEqual([
      expect.stringMatching(/^GREEN needs public_names_removed, .* there is none\. Commit the files/),
    ]);
  });
});
