import { EMPTY_BASELINE } from '../../src/records/fold/work-state.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { metricsOf } from '../../src/evidence/measures/metrics-of-measures.ts';
import { judgeDocuments } from '../../src/prove/judge-documents.ts';
import { prove } from '../../src/prove/prove.ts';
import { LEAST, parse } from '../project/config/a-config.ts';
import { hasGit } from '../evidence/a-repository.ts';
import { honestTurns } from '../run/a-committing-workspace.ts';
import { HONEST, withAnchorsAside } from '../run/a-workspace.ts';
import { inTurn } from '../pick-some.ts';
import { keepRuns, rewrite } from './a-proven-run.ts';

const slow = inTurn(3, test);

const phasesWith = (condition: string) =>
  DEFAULT_PHASES.filter(({ phase }) => phase !== 'REFACTOR').map((phase) =>
    phase.phase === 'DOCUMENT' ? { ...phase, gate_1: { ...phase.gate_1, condition } } : phase,
  );

const USAGE = '# Usage\n\nCall the function one without any argument to get the number one, always the same.\n';
describe.skipIf(!hasGit)('the claim about changed documents (needs git)', { timeout: 180_000 }, () => {
  const aRun = keepRuns();

  beforeEach(withAnchorsAside);

  const config = parse(LEAST);
  const judge = (
    condition: string,
    files: Readonly<Record<string, string>>,
    before: Readonly<Record<string, string>>,
  ) => {
    const [gate] = compileGates({ phases: phasesWith(condition).slice(-1), metrics: metricsOf(config) });
    if (gate === undefined) throw new Error('no gate was compiled');
    const sourcesOf = (texts: Readonly<Record<string, string>>) =>
      new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
    return judgeDocuments(gate, {
      workspace: '/nowhere',
      known: { config, suites: [], baseline: EMPTY_BASELINE, criteria: [], held: {}, tests: null, reported: [] },
      frozen: {},
      paths: Object.keys(files),
      readSources: () => Promise.resolve({ start: sourcesOf(before), now: sourcesOf(files) }),
    });
  };
  const code = { 'src/one.js': 'export const one = () => 1;\n' };

  test('fails and says so where it cannot be measured', async () => {
    expect(await judge('docs_changed >= 1', { 'docs/usage.md': USAGE, ...code }, {})).toMatchObject([
      {
        says: 'docs_changed cannot be measured: the first commit has no files',
        holds: false,
        because: [
          expect.stringMatching(/^docs_changed >= 1: /),
          expect.stringMatching(/^docs_changed was not measured/),
        ],
      },
    ]);
  });

  test('holds with a document about the change, and is absent where the phase does not ask for it', async () => {
    const before = { 'README.md': 'x\n' };
    expect(await judge('docs_changed >= 1', { 'docs/usage.md': USAGE, ...before, ...code }, before)).toMatchObject([
      { id: 'DOCUMENT docs_changed', holds: true },
    ]);
    expect(await judge('tests_failing == 0', { 'docs/usage.md': USAGE }, before)).toEqual([]);
  });

  slow(
    'is compared with the first commit, from the bytes in git: a document that says nothing fails the claim',
    async () => {
      const turns = honestTurns()
        .filter(({ phase }) => phase !== 'REFACTOR')
        .map((turn) => (turn.phase === 'DOCUMENT' ? { ...turn, write: { 'docs/usage.md': USAGE } } : turn));
      const spoil = { phases: phasesWith('docs_changed >= 1'), mutation_check: false };
      const run = await aRun(turns, spoil);
      const claimOf = async (of: string) =>
        (await prove({ folder: run.folder, of })).claims.find(({ id }) => id === 'DOCUMENT docs_changed');
      expect(await claimOf('HEAD')).toEqual({
        id: 'DOCUMENT docs_changed',
        says: "1 document added or changed since the first commit; the gate's conditions for docs_changed are met",
        holds: true,
        because: [],
      });
      // The tests write the document into their checkout, which is not the commit.
      const suite = `import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('docs', { recursive: true });\nwriteFileSync('docs/usage.md', ${JSON.stringify(USAGE)});\n`;
      const weak = await rewrite(run, (phase) =>
        phase === 'DOCUMENT'
          ? {
              'docs/usage.md':
                '# Usage\n\nThis text says a lot of different things, but nothing about the work here.\n',
              'test/one.test.js': suite + HONEST.RED.write['test/one.test.js'],
            }
          : null,
      );
      expect(await claimOf(weak)).toMatchObject({
        holds: false,
        because: [
          'docs_changed >= 1: got 0, expected 1 or more',
          expect.stringContaining('name nothing of the change, such as one'),
        ],
      });
    },
  );
});
