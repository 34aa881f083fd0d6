import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { prove } from '../../src/prove/prove.ts';
import type { RunProof } from '../../src/prove/prove-run.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import type { LedgerRecord } from '../../src/ledger/ledger-record.ts';
import { createLedger } from '../../src/ledger/ledger.ts';
import { git, hasGit } from '../evidence/a-repository.ts';
import { commitsOf, honestTurns } from '../run/a-committing-workspace.ts';
import { HONEST, withAnchorsAside } from '../run/a-workspace.ts';
import { BRANCH, keepRuns, rewrite } from './a-proven-run.ts';
import { APPROVES, aReviewer } from '../evidence/review/a-reviewer.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(10, test);

const MUTATION_CHECK = { mutation_check: { mutants: 2, at_least: 1 } };

const WITHOUT_LEDGER: unknown = expect.stringMatching(/^There is no ledger of the run/);

/** Claim → what speaks against it; of those that do not hold. */
const against = ({ claims }: RunProof) =>
  Object.fromEntries(claims.filter(({ holds }) => !holds).map(({ id, because }) => [id, because]));

describe.skipIf(!hasGit)('the commits of a run (needs git)', { timeout: 180_000 }, () => {
  beforeEach(withAnchorsAside);
  const aRun = keepRuns();

  slow('are proven in a fresh clone, without ledger and workspace', async () => {
    const { folder, run } = await aRun(honestTurns(), MUTATION_CHECK);
    const steps: string[] = [];
    const proof = await prove({ folder, of: 'HEAD', seed: 'any', onStep: ({ what }) => steps.push(what) });
    expect(against(proof)).toEqual({});
    expect(proof).toMatchObject({
      holds: true,
      run,
      notes: [WITHOUT_LEDGER],
      mutationCheck: { seed: 'any', unproven: [] },
    });
    expect(proof.claims.map(({ id }) => id)).toEqual([
      'commits',
      'unforced',
      'start',
      'RED tests',
      'RED freeze',
      'GREEN tests',
      'GREEN freeze',
      'REFACTOR tests',
      'REFACTOR freeze',
      'DOCUMENT tests',
      'DOCUMENT freeze',
      'DOCUMENT documents',
      'sources',
      'imports',
      'mutation_check',
      'reached',
      'criteria',
      'needed',
    ]);
    expect(proof.claims.at(-1)?.says).toBe('each change to the code is needed by a test: 1 of 1 tested changes');
    expect(proof.tests.fail_to_pass).toEqual(['test/one.test.js > AC-1: one is 1']);
    expect(steps).toContainEqual(expect.stringMatching(/^mutant in src\/one\.js:2: killed$/));
    expect(await git(folder, 'status', '--porcelain')).toBe('');
  });

  slow('name the verdicts of reviews as recorded, and a ledger without them does not hold', async () => {
    const reviewer = await aReviewer([APPROVES]);
    const phases = DEFAULT_PHASES.slice(0, 2);
    const checks = { review: { agent: { command: [...reviewer.command] } } };
    const { folder, ledger, run } = await aRun(honestTurns(), { mutation_check: false, checks, phases });
    const { holds, notes } = await prove({ folder, of: BRANCH, ledgerOf: () => ledger });
    expect({ holds, notes }).toEqual({
      holds: true,
      notes: [
        'Not run again: review. Only the ledger has their results.',
        expect.stringMatching(/^Recorded, not measured: the review by \S+ \S+ approved the sources of RED /),
        expect.stringMatching(/^Recorded, not measured: the review by \S+ \S+ approved the sources of GREEN /),
        expect.stringMatching(/^There is no anchor of the run here/),
        expect.stringMatching(/^The mutation check did not run/),
      ],
    });
    const records = (await readFile(ledger, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as LedgerRecord);
    const forged = createLedger(`${ledger}.forged`, { now: () => new Date() });
    for (const { type, data } of records)
      forged.append(type, type === 'review.ended' ? { ...data, outcome: 'findings' } : data);
    forged.close();
    const again = await prove({ folder, of: run, ledgerOf: () => `${ledger}.forged` });
    expect(again.claims.find(({ id }) => id === 'ledger')?.because).toEqual(
      expect.arrayContaining([expect.stringMatching(/^no review before record \d+ approves the sources of RED /)]),
    );
  });

  slow('have no mutation check if it is switched off, and the proof says so', async () => {
    const { folder } = await aRun(honestTurns(), MUTATION_CHECK);
    const { holds, mutationCheck, notes } = await prove({ folder, of: BRANCH, mutationCheck: false });
    expect({ holds, mutationCheck }).toEqual({ holds: true, mutationCheck: null });
    expect(notes).toEqual([
      WITHOUT_LEDGER,
      expect.stringMatching(/^The mutation check did not run, as requested: it is unknown/),
    ]);
  });

  slow('have no mutation check if the config of the first commit says so, and the proof says so', async () => {
    const { folder } = await aRun(honestTurns(), { mutation_check: false });
    const { holds, mutationCheck, notes } = await prove({ folder, of: BRANCH });
    expect({ holds, mutationCheck }).toEqual({ holds: true, mutationCheck: null });
    expect(notes).toEqual([
      WITHOUT_LEDGER,
      expect.stringMatching(/^The mutation check did not run, by the config of the first commit/),
    ]);
  });

  slow('are not proven with code that no test needs', async () => {
    const idle = 'export const two = (number) => {\n  return number + 2;\n};\n';
    const turns = honestTurns().map((turn) =>
      turn.phase === 'GREEN' ? { ...turn, write: { ...HONEST.GREEN.write, 'src/two.js': idle } } : turn,
    );
    const { folder } = await aRun(turns, { mutation_check: { percent: 1 } });
    const proof = await prove({ folder, of: BRANCH });
    expect(against(proof)).toMatchObject({ needed: ['src/two.js:1-3: every test stays green without it'] });
    expect(proof.mutationCheck?.unproven).toEqual([{ path: 'src/two.js', line: 1, lines: 3 }]);
  });

  slow('are proven with code of before that was refactored, and it is named for a reader', async () => {
    const names = ['sum', 'add', 'plus'];
    const written = (body: string) => names.map((name) => `export const ${name} = (a, b) => {\n${body}};\n`).join('\n');
    const files = {
      'package.json': '{ "type": "module" }\n',
      'src/sum.js': written('  const total = a + b;\n  return total;\n'),
      'test/sum.test.js': [
        "import assert from 'node:assert/strict';",
        "import { test } from 'node:test';",
        "import { sum, add, plus } from '../src/sum.js';",
        "test('sums', () => assert.deepEqual([sum(1, 2), add(3, 4), plus(5, 6)], [3, 7, 11]));\n",
      ].join('\n'),
    };
    const refactored = { 'src/sum.js': written('  return a + b;\n') };
    const turns = honestTurns().map((turn) => (turn.phase === 'REFACTOR' ? { ...turn, write: refactored } : turn));
    const { folder } = await aRun(turns, MUTATION_CHECK, files);
    const proof = await prove({ folder, of: BRANCH });
    expect(against(proof)).toEqual({});
    // Two mutants are killed at the most, and so at the most two of the three changes are needed for them.
    expect(proof.notes[1]).toMatch(
      /^src\/sum\.js:\d+ was rewritten after the tests passed, and no test distinguishes it from the earlier code: read it\.$/,
    );
  });

  slow('are proven when REFACTOR removed a public name that no test needs, and it is named for a reader', async () => {
    const written: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      GREEN: { 'src/also.js': "export { one as also } from './one.js';\n" },
      REFACTOR: { 'src/spare.js': '// Nothing is left.\n', 'src/also.js': '// Nothing is left.\n' },
    };
    const turns = honestTurns().map((turn) => ({
      ...turn,
      write: { ...Object(turn['write']), ...written[turn.phase] },
    }));
    const { folder } = await aRun(turns, MUTATION_CHECK, { 'src/spare.js': 'export const spare = 1;\n' });
    const proof = await prove({ folder, of: BRANCH });
    expect(against(proof)).toEqual({});
    expect(proof.notes).toEqual(
      expect.arrayContaining([
        'src/spare.js no longer has the public name spare, which it had when the run began: read why.',
        'src/also.js no longer has the public name also, which it had when the tests passed: read why.',
      ]),
    );
  });

  slow('are not proven when one of them was changed by hand', async () => {
    const run = await aRun();
    const of = await rewrite(run, (phase) =>
      phase === 'REFACTOR' ? { 'src/one.js': 'export const one = () => 2 - 1;\n' } : null,
    );
    const proof = await prove({ folder: run.folder, of });
    expect(against(proof)).toEqual({
      sources: [
        expect.stringMatching(/^REFACTOR \([0-9a-f]{12}\) does not contain the measured sources/),
        expect.stringMatching(/^DOCUMENT /),
      ],
    });
  });

  slow('are not proven when the tests were weakened between RED and GREEN', async () => {
    const run = await aRun();
    const weak = "import { test } from 'node:test';\ntest('AC-1: one is 1', () => {});\n";
    const of = await rewrite(run, (phase) => (phase === 'GREEN' ? { 'test/one.test.js': weak } : null));
    expect(against(await prove({ folder: run.folder, of }))['GREEN freeze']).toEqual(['test/one.test.js was changed']);
  });

  test('are not proven when a criterion rests on a todo test, whose subtests pass', async () => {
    const run = await aRun();
    const todo = [
      "import assert from 'node:assert/strict';",
      "import { test } from 'node:test';",
      "import { one } from '../src/one.js';",
      "test('AC-1: one is 1', { todo: true }, async (t) => {",
      "  await t.test('is it', () => assert.equal(one(), 1));",
      '  assert.equal(one(), 2);',
      '});\n',
    ].join('\n');
    const of = await rewrite(run, (phase) => (phase === 'RED' ? { 'test/one.test.js': todo } : null));
    const skipped = 'test/one.test.js > AC-1: one is 1';
    expect(against(await prove({ folder: run.folder, of }))).toMatchObject({
      'RED tests': [`skipped before there was code for it: ${skipped}`],
      'GREEN tests': [`first run: skipped: ${skipped}`, `second run: skipped: ${skipped}`],
    });
  });

  slow(
    'are proven when the tests were only reformatted after RED or got others, and the proof names them',
    async () => {
      const file = 'test/one.test.js';
      const text = HONEST.RED.write[file].replaceAll("'", '"').replace('() =>', '() =>\n ');
      const more = `${text}\ntest('one stays 1', () => assert.equal(one(), 1));\n`;
      const turns = honestTurns().map((turn) => {
        if (turn.phase === 'GREEN') return { ...turn, write: { ...HONEST.GREEN.write, [file]: text } };
        return turn.phase === 'DOCUMENT' ? { ...turn, write: { ...HONEST.DOCUMENT.write, [file]: more } } : turn;
      });
      const { folder } = await aRun(turns, MUTATION_CHECK);
      const proof = await prove({ folder, of: BRANCH });
      expect(against(proof)).toEqual({});
      for (const [id, words] of [
        ['GREEN freeze', 'only reformatted'],
        ['DOCUMENT freeze', 'only more tests'],
      ])
        expect(proof.claims.find((each) => each.id === id)?.says).toMatch(`, ${words}: ${file}`);
    },
  );

  slow('are not proven when a line break was added after RED that changes a test', async () => {
    const run = await aRun();
    const text = HONEST.RED.write['test/one.test.js'].replace('() => ', '() => { return\n').replace('1));', '1) });');
    const of = await rewrite(run, (phase) => (phase === 'GREEN' ? { 'test/one.test.js': text } : null));
    expect(against(await prove({ folder: run.folder, of }))['GREEN freeze']).toEqual(['test/one.test.js was changed']);
  });

  slow('are proven with an earlier test that a criterion changed, and not when it is weakened', async () => {
    const file = 'test/old.test.js';
    const old = HONEST.RED.write['test/one.test.js']
      .replace('AC-1: one is 1', 'gives its number')
      .replace(', 1)', ', 0)');
    const edited = old.replace(', 0)', ', 1)');
    const files = {
      'package.json': '{ "type": "module" }\n',
      'src/one.js': HONEST.RED.write['src/one.js'],
      [file]: old,
    };
    const say = `CHANGES: ${file} > gives its number, because AC-1`;
    const turns = honestTurns().map((turn) =>
      turn.phase === 'RED' ? { ...turn, write: { [file]: edited }, say } : turn,
    );
    const run = await aRun(turns, { mutation_check: false }, files);
    const proof = await prove({ folder: run.folder, of: BRANCH });
    expect(against(proof)).toEqual({});
    expect(proof.claims.find(({ id }) => id === 'RED changed')?.says).toBe(
      `"${file} > gives its number", which AC-1 changed, fails without the code, and no other earlier test of its file was changed`,
    );
    const change = await prove({ folder: run.folder, base: run.base, head: BRANCH, suite: { command: 'node --test' } });
    expect(change).toMatchObject({ holds: true, tests: { fail_to_pass: [`${file} > gives its number`] } });
    const weak = await rewrite(run, (phase) =>
      phase === 'RED' ? { [file]: old.replace('equal(one(), 0)', 'ok(true)') } : null,
    );
    expect(against(await prove({ folder: run.folder, of: weak }))['RED changed']).toEqual([
      `"${file} > gives its number": it passed before there is code for it: an edited test has to fail then`,
    ]);
  });

  slow('are not proven when a test passed before the code', async () => {
    const run = await aRun();
    const of = await rewrite(run, (phase) => (phase === 'RED' ? HONEST.GREEN.write : null));
    expect(against(await prove({ folder: run.folder, of }))['RED tests']).toEqual([
      'passed before there was code for it: test/one.test.js > AC-1: one is 1',
    ]);
  });

  slow('are not proven when one is missing, and then have no mutation check', async () => {
    const run = await aRun(honestTurns(), MUTATION_CHECK);
    const of = await rewrite(run, (phase) => (phase === 'GREEN' ? 'drop' : null));
    const proof = await prove({ folder: run.folder, of });
    expect(against(proof)).toEqual({ commits: ['the exit of GREEN has no commit'] });
    expect(proof).toMatchObject({
      mutationCheck: null,
      notes: [WITHOUT_LEDGER, expect.stringContaining('because the claims above do not hold')],
    });
  });

  slow('are not proven while the last is still missing', async () => {
    const { folder } = await aRun();
    expect(against(await prove({ folder, of: `${BRANCH}~1` }))).toEqual({
      commits: ['the exit of DOCUMENT has no commit'],
    });
  });

  test('have a proof that names what its checkouts used of the workspace', async () => {
    const { folder } = await aRun();
    await mkdir(join(folder, '.venv'));
    const { notes } = await prove({ folder, of: BRANCH, mutationCheck: false });
    expect(notes).toContain(
      'The checkout used the dependencies of the workspace: .venv. A setup command installs them again.',
    );
  });

  slow('are not proven when a phase was forced, and it is named', async () => {
    const { folder, base } = await aRun();
    await git(folder, 'checkout', '--quiet', '--detach', `${BRANCH}~1`);
    const message = (await commitsOf(folder, BRANCH, base)).at(-1)?.message ?? '';
    const forced = message.replace(/^Dualgate-Iteration: .*$/m, '').replace(/\n+(Dualgate-Record)/, '\n$1');
    const words = `${forced.trimEnd()}\nDualgate-Forced: Bea: no time\n`;
    await git(folder, 'commit', '--quiet', '--allow-empty', '--message', words);
    expect(against(await prove({ folder, of: 'HEAD' }))['unforced']).toEqual(['DOCUMENT was forced by Bea: no time']);
  });

  slow('are not proven when the config asks for less later on', async () => {
    const run = await aRun();
    const of = await rewrite(run, (phase) => (phase === 'GREEN' ? { 'spec.md': '- [ ] AC-1: anything\n' } : null));
    expect(against(await prove({ folder: run.folder, of }))['GREEN freeze']).toEqual(['spec.md was changed']);
  });

  slow('are not proven beside a ledger that was written anew, whole and well chained', async () => {
    const { folder, ledger } = await aRun();
    const holding = await prove({ folder, of: BRANCH, ledgerOf: () => ledger });
    expect(holding.claims.find(({ id }) => id === 'ledger')).toMatchObject({ holds: true });
    const records = (await readFile(ledger, 'utf8')).trimEnd().split('\n');
    const anew = createLedger(`${ledger}.new`, { now: () => new Date('2026-01-01T00:00:00Z') });
    for (const record of records) {
      const { type, data }: { readonly type: 'chart.halted'; readonly data: never } = JSON.parse(record);
      anew.append(type, data);
    }
    anew.close();
    await writeFile(ledger, await readFile(`${ledger}.new`));
    const proof = await prove({ folder, of: BRANCH, ledgerOf: () => ledger });
    expect(against(proof)['ledger']?.[0]).toMatch(
      /^the commit of the start \([0-9a-f]{12}\) has Dualgate-Record 0 [0-9a-f]{64}, but record 0 of the ledger has 0 [0-9a-f]{64}$/,
    );
  });

  slow('of a branch that is no run are refused, with the way out', async () => {
    const { folder, base } = await aRun();
    await expect(prove({ folder, of: base })).rejects.toThrow(
      /no run has a commit in its history.*dualgate prove BASE\.\.HEAD/,
    );
  });
});
