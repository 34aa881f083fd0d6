/**
 * Commits of a run with one trailer altered, in one commit or in all of them alike: what a proof sees without a ledger,
 * what only a ledger shows, and that a proof without one says so.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { ProofError } from '../../src/commits/commit-trailers.ts';
import { prove } from '../../src/prove/prove.ts';
import { git, hasGit } from '../evidence/a-repository.ts';
import { pickSome, SEED } from '../pick-some.ts';
import { commitsOf } from '../run/a-committing-workspace.ts';
import { withAnchorsAside } from '../run/a-workspace.ts';
import { keepRuns, type ProvenRun } from './a-proven-run.ts';

const OTHER_HASH = 'ab'.repeat(32);

/** Another valid value of each trailer. */
const OTHERS: Readonly<Record<string, (value: string) => string>> = {
  Run: () => '20260101-101500-ab12',
  Phase: (value) => (value === 'GREEN' ? 'REFACTOR' : 'GREEN'),
  Iteration: (value) => String(Number(value) + 1),
  Record: (value) => value.replace(/^\d+/, (seq) => String(Number(seq) + 1)),
  Hash: (value) => value.replace(/\S+$/, OTHER_HASH),
  Sources: () => OTHER_HASH,
  Config: () => OTHER_HASH,
};

interface Forgery {
  readonly key: keyof typeof OTHERS;
  /** The phase of one commit, the start, or all of them. */
  readonly where: string;
  readonly how: 'changed' | 'removed' | 'doubled';
}

const PLACES = ['the start', 'RED', 'GREEN', 'REFACTOR', 'DOCUMENT', 'all'];
/** The commit that a run begins with has neither. */
const isThere = ({ key, where }: Forgery): boolean => where !== 'the start' || (key !== 'Phase' && key !== 'Iteration');
const FORGERIES = (['changed', 'removed', 'doubled'] as const)
  .flatMap((how) => PLACES.flatMap((where) => Object.keys(OTHERS).map((key) => ({ key, where, how }))))
  .filter(isThere);

/** Only a ledger can show where commits were decided, and names that all commits share. */
const isOfLedger = ({ key, where, how }: Forgery): boolean =>
  how === 'changed' &&
  (['Iteration', 'Record', 'Hash'].includes(key) || (where === 'all' && ['Run', 'Config'].includes(key)));

const forge = async ({ folder, base }: ProvenRun, { key, where, how }: Forgery): Promise<string> => {
  let parent = base;
  const line = new RegExp(`^Dualgate-${key === 'Hash' ? 'Record' : key}: (.*)$`, 'm');
  for (const [at, { commit, subject, message }] of (await commitsOf(folder, 'HEAD', base)).entries()) {
    const isHere = where === 'all' || (at === 0 ? where === 'the start' : subject.startsWith(where));
    const forged = message.replace(line, (whole: string, value: string) => {
      if (how === 'removed') return 'Reviewed-by: Bea';
      const other = whole.replace(value, OTHERS[key]?.(value) ?? '');
      return how === 'changed' ? other : `${whole}\n${other}`;
    });
    const tree = await git(folder, 'rev-parse', `${commit}^{tree}`);
    parent = await git(folder, 'commit-tree', tree, '-p', parent, '-m', isHere ? forged : message);
  }
  return parent;
};

/** The claims that do not hold; or that the commits are refused. */
const judge = async (run: ProvenRun, of: string, ledger?: string) => {
  try {
    const { claims, notes } = await prove({
      folder: run.folder,
      of,
      mutationCheck: false,
      ...(ledger === undefined ? {} : { ledgerOf: () => ledger }),
    });
    return { against: claims.filter(({ holds }) => !holds).map(({ id }) => id), notes };
  } catch (error) {
    if (error instanceof ProofError) return { against: ['refused'], notes: [] };
    throw error;
  }
};

describe.skipIf(!hasGit)(`a trailer of a commit (needs git; ${SEED})`, { timeout: 180_000 }, () => {
  beforeEach(withAnchorsAside);
  const aRun = keepRuns();

  for (const forgery of pickSome(FORGERIES, (each) => JSON.stringify(each), 40)) {
    const { key, where, how } = forgery;
    test(`${how} in ${where} is seen${isOfLedger(forgery) ? ' with the ledger, and a proof without one says what it does not see' : ''}: ${key}`, async () => {
      const run = await aRun();
      const of = await forge(run, forgery);
      expect((await judge(run, of, run.ledger)).against).not.toEqual([]);
      const alone = await judge(run, of);
      if (!isOfLedger(forgery)) expect(alone.against).not.toEqual([]);
      else
        expect(alone).toEqual({
          against: [],
          notes: expect.arrayContaining([expect.stringMatching(/^There is no ledger of the run/)]),
        });
    });
  }
});
