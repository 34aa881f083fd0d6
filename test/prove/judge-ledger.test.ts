import { join } from 'node:path';
import { expect, test, describe } from 'vitest';
import { createLedger } from '../../src/ledger/ledger.ts';
import { readLedger } from '../../src/ledger/ledger-record.ts';
import { judgeReviews, judgeLedger } from '../../src/prove/judge-ledger.ts';
import type { RunCommit } from '../../src/prove/run-commits.ts';
import { aFolder } from '../evidence/a-repository.ts';
import type { ChangedTest } from '../../src/evidence/changing/judge-change.ts';
import { readTrailers, writeTrailers } from '../../src/commits/commit-trailers.ts';

describe('judge ledger', () => {
  const hex = (digit: string, length: number): string => digit.repeat(length);
  const [SOURCES, CONFIG, TREE, COMMIT] = [hex('a', 64), hex('b', 64), hex('c', 40), hex('d', 40)];

  interface Written {
    readonly iteration?: number;
    /** `false`: the loop was killed before it recorded the commit. */
    readonly committed?: boolean;
    /** A person approved the exit. */
    readonly approvedBy?: string;
    /** Only so much of an exit as a held iteration has. */
    readonly held?: boolean;
    /** The tests that a criterion changed. */
    readonly changed?: readonly object[];
  }

  /** A ledger that begins a run and leaves RED, and the commit that it records. */
  const aLedger = async ({ iteration = 2, committed = true, held = false, approvedBy, changed }: Written = {}) => {
    const path = join(await aFolder(), 'ledger.jsonl');
    const ledger = createLedger(path, { now: () => new Date('2026-01-01T00:00:00Z') });
    ledger.append('run.started', { run: 'r', config_hash: CONFIG, tree: hex('0', 64) });
    const exit = held ? {} : { exit: { tree: SOURCES, git_tree: TREE, ...(changed === undefined ? {} : { changed }) } };
    const { seq, hash } = ledger.append('iteration.decided', {
      record: {
        phase: 'RED',
        iteration,
        ...(approvedBy === undefined ? {} : { approval: { approved: true, by: approvedBy } }),
      },
      ...exit,
    });
    const made = committed
      ? ledger.append('work.committed', { phase: 'RED', commit: COMMIT, parent: '', tree: TREE, record: seq })
      : null;
    ledger.close();
    const anchor = { seq: made?.seq ?? seq, hash: made?.hash ?? hash };
    const commit: RunCommit = {
      commit: COMMIT,
      tree: TREE,
      subject: 'RED',
      trailers: {
        run: 'r',
        phase: 'RED',
        iteration,
        record: { seq, hash },
        sources: SOURCES,
        config: CONFIG,
        forced: null,
        approved: approvedBy,
      },
    };
    return { path, commit, anchor };
  };

  const NAME = 'the commit of RED (dddddddddddd)';
  const becauseOf = async (path: string, commit: RunCommit) => (await judgeLedger(path, [commit], null))?.claim.because;

  test('a missing ledger claims nothing', async () => {
    expect(await judgeLedger(join(await aFolder(), 'none'), [], null)).toBe(null);
  });

  test('a ledger that records the commits as they are holds', async () => {
    const { path, commit, anchor } = await aLedger();
    expect(await judgeLedger(path, [commit], anchor)).toMatchObject({ claim: { holds: true }, notes: [] });
  });

  test('a ledger without an anchor holds, and says what it does not show', async () => {
    const { path, commit } = await aLedger();
    expect(await judgeLedger(path, [commit], null)).toMatchObject({
      claim: { holds: true },
      notes: [expect.stringMatching(/^There is no anchor of the run here: a ledger that was rewritten together with/)],
    });
  });

  test('a rewritten ledger, consistent and well chained, is found by the hash in the commit', async () => {
    const { commit } = await aLedger();
    const { path } = await aLedger({ iteration: 3 });
    expect(await becauseOf(path, commit)).toEqual([
      `${NAME} has Dualgate-Iteration 2, but record 1 of the ledger has 3`,
      expect.stringMatching(
        /^the commit of RED \(d{12}\) has Dualgate-Record 1 [0-9a-f]{64}, but record 1 of the ledger has 1 [0-9a-f]{64}$/,
      ),
    ]);
  });

  test.each<[string, (commit: RunCommit) => RunCommit, string]>([
    [
      'other files',
      (commit) => ({ ...commit, tree: hex('e', 40) }),
      `${NAME} has the tree ${hex('e', 40)}, but record 1 of the ledger has ${TREE}`,
    ],
    [
      'the sources of other files',
      (commit) => ({ ...commit, trailers: { ...commit.trailers, sources: hex('e', 64) } }),
      `${NAME} has Dualgate-Sources ${hex('e', 64)}, but record 1 of the ledger has ${SOURCES}`,
    ],
    [
      'another config',
      (commit) => ({ ...commit, trailers: { ...commit.trailers, config: hex('e', 64) } }),
      `${NAME} has Dualgate-Config ${hex('e', 64)}, but record 1 of the ledger has ${CONFIG}`,
    ],
    [
      'another phase',
      (commit) => ({ ...commit, trailers: { ...commit.trailers, phase: 'GREEN' } }),
      'the commit of GREEN (dddddddddddd) has Dualgate-Phase GREEN, but record 1 of the ledger has RED',
    ],
    [
      'an approval that nobody gave',
      (commit) => ({ ...commit, trailers: { ...commit.trailers, approved: 'ann' } }),
      `${NAME} has Dualgate-Approved ann, but record 1 of the ledger has (none)`,
    ],
    [
      'another run',
      (commit) => ({ ...commit, trailers: { ...commit.trailers, run: 's' } }),
      `${NAME} has Dualgate-Run s, but record 1 of the ledger has r`,
    ],
  ])('a commit with %s than its record is found, and both are named', async (_, change, says) => {
    const { path, commit } = await aLedger();
    expect(await becauseOf(path, change(commit))).toEqual([says]);
  });

  test('a commit names the person who approved its sources, and no other person', async () => {
    const { path, commit, anchor } = await aLedger({ approvedBy: 'ann' });
    expect(await judgeLedger(path, [commit], anchor)).toMatchObject({ claim: { holds: true } });
    const named = (approved: string | undefined) =>
      becauseOf(path, { ...commit, trailers: { ...commit.trailers, approved } });
    expect([await named('eve'), await named(undefined)]).toEqual([
      [`${NAME} has Dualgate-Approved eve, but record 1 of the ledger has ann`],
      [`${NAME} has Dualgate-Approved (none), but record 1 of the ledger has ann`],
    ]);
  });

  test('a commit names the tests that a criterion changed, with the fields of each by name', async () => {
    const test = 'a.test.js > is none';
    const changed: ChangedTest = { test, because: 'AC-1', by: 'agent', what: 'edited', file: 'a.test.js' };
    const { path, commit, anchor } = await aLedger({ changed: [changed] });
    const named = (each: ChangedTest) => {
      const text = writeTrailers({ ...commit.trailers, changed: [each] }).join('\n');
      return judgeLedger(path, [{ ...commit, trailers: readTrailers(text) ?? commit.trailers }], anchor);
    };
    const { file, ...rest } = changed;
    expect(await named(changed)).toMatchObject({ claim: { holds: true } });
    expect(await named({ file, ...rest })).toMatchObject({ claim: { holds: true } });
    expect((await named({ ...changed, because: 'AC-2' }))?.claim.because).toEqual([
      expect.stringContaining(`${NAME} has Dualgate-Changed [{"because":"AC-2","by":"agent","file":"a.test.js",`),
    ]);
  });

  test('a commit of the same files under another id was rebuilt: it holds, and a note names both', async () => {
    const { path, commit, anchor } = await aLedger();
    expect(await judgeLedger(path, [{ ...commit, commit: hex('e', 40) }], anchor)).toMatchObject({
      claim: { holds: true },
      notes: [
        `the commit of RED (${hex('e', 12)}) was rebuilt from ${COMMIT}, which the ledger records: the same files and trailers under another id, for example after a rebase or an amended message.`,
      ],
    });
  });

  test('a commit that the ledger does not record is not trusted, and the way out is named', async () => {
    const { path, commit } = await aLedger({ committed: false });
    expect(await becauseOf(path, commit)).toEqual([
      `the ledger has no commit for record 1, but ${NAME} names that record: run dualgate resume`,
    ]);
  });

  test.each<[string, Written, number]>([
    ['a record that is not there', {}, 9],
    ['a record that is no exit: an iteration that was held', { held: true }, 1],
  ])('a commit that names %s is found', async (_, written, seq) => {
    const { path, commit } = await aLedger(written);
    const { trailers } = commit;
    expect(
      await becauseOf(path, { ...commit, trailers: { ...trailers, record: { ...trailers.record, seq } } }),
    ).toEqual([`record ${seq} of the ledger, which ${NAME} names, is missing or decides no commit`]);
  });
});

describe('judge reviews', () => {
  const TREE = 'a'.repeat(64);

  /** @param reviews - outcomes, each about this state of the sources, in the order of the ledger */
  const judge = async (
    reviews: readonly (readonly [outcome: string, tree: string])[],
    spoil: Partial<RunCommit['trailers']> = {},
    after: typeof reviews = [],
  ) => {
    const path = join(await aFolder(), 'ledger.jsonl');
    const ledger = createLedger(path, { now: () => new Date('2026-01-01T00:00:00Z') });
    ledger.append('run.started', { run: 'r' });
    const note = ([outcome, tree]: readonly [string, string]) =>
      ledger.append('review.ended', { phase: 'RED', tree, outcome, reviewer: 'codex', findings: [] });
    reviews.forEach(note);
    const { seq, hash } = ledger.append('iteration.decided', { record: { phase: 'RED' } });
    after.forEach(note);
    ledger.close();
    const trailers: RunCommit['trailers'] = {
      run: 'r',
      phase: 'RED',
      iteration: 1,
      record: { seq, hash },
      sources: TREE,
      config: 'c',
      forced: null,
      ...spoil,
    };
    return judgeReviews(readLedger(path), [{ commit: 'd'.repeat(40), tree: 't', subject: 'RED', trailers }]);
  };

  const MISSING = /^no review before record \d approves the sources of RED \(dddddddddddd\)$/;

  test('an approval of exactly the committed sources is noted as recorded, not measured', async () => {
    expect(
      await judge([
        ['no_verdict', TREE],
        ['approved', TREE],
      ]),
    ).toEqual({
      because: [],
      notes: ['Recorded, not measured: the review by codex approved the sources of RED (dddddddddddd), in record 2.'],
    });
  });

  test.each<[string, Parameters<typeof judge>]>([
    ['no review', [[]]],
    ['an approval of other sources', [[['approved', 'b'.repeat(64)]]]],
    ['an answer without a verdict', [[['no_verdict', TREE]]]],
    ['findings', [[['findings', TREE]]]],
    [
      'an approval after findings about the same sources',
      [
        [
          ['findings', TREE],
          ['approved', TREE],
        ],
      ],
    ],
    ['an approval after the exit', [[], {}, [['approved', TREE]]]],
  ])('%s speaks against the ledger', async (_what, question) => {
    expect(await judge(...question)).toEqual({ because: [expect.stringMatching(MISSING)], notes: [] });
  });

  test.each([{ forced: { by: 'ann', reason: 'wrong' } }, { phase: null }])(
    'a forced exit and the start need no review: %j',
    async (spoil) => {
      expect(await judge([], spoil)).toEqual({ because: [], notes: [] });
    },
  );
});
