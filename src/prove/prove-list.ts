/**
 * Proves a merged task list: the run of each task, that each merge is nothing but a merge of such a run, and that the
 * tests of all tasks pass together on the result.
 */
import { drawBaseline } from '../evidence/baseline.ts';
import { readConfig } from '../read-config/parse-config.ts';
import { showCount } from '../base/text/amounts.ts';
import { mergeTrees } from '../commits/repository.ts';
import { type Claim, claim, type Proof } from './claim.ts';
import { listCommit } from './run-commits.ts';
import { judgePassing } from './judge-suite.ts';
import type { Checkout } from './measure-checkout.ts';
import { findPlace, createLook } from './prove-change.ts';
import { proveRun, type ProveRunOptions, type RunProof } from './prove-run.ts';
import { filesWithChangedTests, judgeMergedTests, type ListMerge, readListMerges } from './judge-list-ledger.ts';
import { readGit } from '../project/sources/git.ts';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { LedgerHead } from '../ledger/check-chain.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { readLedger } from '../ledger/ledger-record.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';

interface ProveListOptions extends ProveRunOptions {
  readonly listLedgerOf?: (list: string) => string;
}

export interface ListProof extends Proof {
  readonly list: string;
  readonly base: string;
  readonly head: string;
  readonly merges: readonly {
    readonly commit: string;
    readonly task: string;
    readonly run: string;
    readonly holds: boolean;
  }[];
}

const MEASURED = z.object({
  task: z.string(),
  run: z.string(),
  commit: z.string(),
  onto: z.string(),
  tree: z.string(),
  runs: z.array(z.object({ failing: z.number() })),
  why: z.string().nullable(),
});

/** @param anchor - of the list; `null`: none is known @returns `null` without a ledger */
const judgeListLedger = async (
  path: string,
  merges: readonly ListMerge[],
  anchor: LedgerHead | null,
): Promise<Claim | null> => {
  if (!existsSync(path)) return null;
  const says = 'the ledger of the list is intact, and its records measured the files of each merge green';
  try {
    const { problems } = await verifyLedger(path, anchor);
    if (problems.length > 0)
      return claim(
        'list-ledger',
        says,
        problems.map(({ code, what }) => `${code}: ${what}`),
      );
    const hashes = new Map<number, { readonly hash: string; readonly data: unknown }>();
    for await (const { seq, hash, type, data } of readLedger(path))
      if (type === 'merge.measured') hashes.set(seq, { hash, data });
    return claim(
      'list-ledger',
      says,
      merges.flatMap((merge) => findDifferences(merge, hashes)),
    );
  } catch (error) {
    if (error instanceof LedgerError) return claim('list-ledger', says, [error.message]);
    throw error;
  }
};

const findDifferences = (
  { commit, tree, parents, trailers }: ListMerge,
  records: ReadonlyMap<number, { readonly hash: string; readonly data: unknown }>,
): readonly string[] => {
  const { spec, run, record } = trailers;
  const name = `the merge of ${spec} (${commit.slice(0, 12)})`;
  const found = records.get(record.seq);
  const measured = MEASURED.safeParse(found?.data).data;
  if (found === undefined || measured === undefined || found.hash !== record.hash)
    return [`record ${record.seq}, which ${name} names, is missing or is another one`];
  const wrong = [
    measured.task === spec && measured.run === run,
    measured.tree === tree,
    measured.onto === parents[0] && measured.commit === parents[1],
    measured.why === null && measured.runs.length > 1 && measured.runs.every(({ failing }) => failing === 0),
  ].findIndex((holds) => !holds);
  const what = ['another task or run', 'other files', 'other parents', 'files that are not green twice in a row'][
    wrong
  ];
  return what === undefined ? [] : [`record ${record.seq} is about ${what} than ${name}`];
};

/** @throws as `proveRun` */
export const proveList = async (options: ProveListOptions, last: ListMerge): Promise<ListProof> => {
  const { onStep = () => {} } = options;
  const [root = '', place = ''] = await findPlace(options.folder);
  const merges = await readListMerges(root, last);
  const base = merges[0]?.parents[0] ?? last.parents[0];
  const of = merges.length + 2;
  const parts: RunProof[] = [];
  for (const [at, { trailers, parents }] of merges.entries()) {
    const { spec, run } = trailers;
    onStep({ step: at + 1, of, what: `the run ${run} of ${spec}` });
    const step = ({ what }: { readonly what: string }) => onStep({ step: at + 1, of, what: `${spec}: ${what}` });
    parts.push(await proveRun({ ...options, of: parents[1], onStep: step }));
  }
  const { look: lookAt, notes } = createLook(root, place, options);
  const look = async <T>(commit: string, use: (checkout: Checkout) => Promise<T>): Promise<T> =>
    lookAt(await listCommit(root, commit), use);
  onStep({ step: of - 1, of, what: 'the suite before the list' });
  const { suites, baseline, written } = await look(base, async (checkout) => {
    const asked = options.suitesOf(checkout.folder);
    const { tests } = readConfig({ cwd: checkout.folder });
    const run = await checkout.runTests(asked);
    return { suites: asked, baseline: drawBaseline(run, run, tests.known_failing).baseline, written: tests.suites };
  });
  onStep({ step: of, of, what: 'the suite of the result, twice' });
  const runs = await look(last.commit, async ({ runTests }) => [await runTests(suites), await runTests(suites)]);
  const findWeaker = async ({
    commit,
    tree,
    parents: [onto, merged],
    trailers,
  }: ListMerge): Promise<readonly string[]> =>
    (
      await judgeMergedTests({
        repository: root,
        place,
        suites: written,
        onto,
        commit: merged,
        tree,
        named: await filesWithChangedTests(root, merged),
      })
    ).map((why) => `the merge of ${trailers.spec} (${commit.slice(0, 12)}): ${why}`);
  const own = parts.flatMap(({ tests }) => tests.fail_to_pass);
  const wanted = [...new Set([...baseline.passing, ...own])].sort();
  const result = [...new Set(runs.flatMap((run) => judgePassing(run, baseline, wanted)))];
  const ledger =
    options.listLedgerOf === undefined
      ? null
      : await judgeListLedger(
          options.listLedgerOf(last.trailers.list),
          merges,
          options.anchorOf?.(last.trailers.list) ?? null,
        );
  const claims: readonly Claim[] = [
    claim(
      'parts',
      `each of ${showCount(merges.length, 'task')} is a run whose own claims hold`,
      parts.flatMap(listUnproven),
    ),
    claim(
      'merges',
      'each merge has the files of the merge of its two parents, and nothing else',
      (await Promise.all(merges.map((merge, at) => findOther(root, merge, parts[at])))).flat(),
    ),
    claim(
      'earlier tests',
      'each merge leaves the tests that were merged before it as they were, but for those that a criterion changed',
      (await Promise.all(merges.map((merge) => findWeaker(merge)))).flat(),
    ),
    claim(
      'result',
      `the suite passes on the merged files, twice in a row, with ${showCount(wanted.length, 'earlier or new test')}`,
      result,
    ),
    ...(ledger === null ? [] : [ledger]),
  ];
  return {
    list: last.trailers.list,
    base,
    head: last.commit,
    merges: merges.map(({ commit, trailers: { spec: task, run } }, at) => ({
      commit,
      task,
      run,
      holds: parts[at]?.holds === true,
    })),
    holds: claims.every(({ holds }) => holds),
    claims,
    notes: [
      ...notes,
      ...new Set(parts.flatMap((part) => part.notes)),
      ...(await noteOthers(root, base, merges)),
      ...(ledger === null
        ? ['There is no ledger of the list here: only the commits say that each merge was measured.']
        : []),
    ],
    tests: { fail_to_pass: [...new Set(own)].sort(), pass_to_pass: baseline.passing, failed: result },
  };
};

const listUnproven = ({ run, claims }: RunProof): readonly string[] =>
  claims.flatMap(({ id, holds, because }) => (holds ? [] : [`${run}: ${id}: ${because[0] ?? ''}`]));

/** A merge commit could add files that no run had. */
const findOther = async (
  root: string,
  { commit, tree, parents, trailers }: ListMerge,
  part: RunProof | undefined,
): Promise<readonly string[]> => {
  const name = `the merge of ${trailers.spec} (${commit.slice(0, 12)})`;
  if (part?.run !== trailers.run) return [`${name} names the run ${trailers.run}, but merges ${part?.run ?? 'none'}`];
  const merged = await mergeTrees({ folder: root }, parents[0], parents[1]);
  if (merged.is === 'conflict') return [`${name} resolves a conflict in ${merged.files.join(', ')}`];
  return merged.tree === tree ? [] : [`${name} has other files than the merge of its parents`];
};

/** Commits of people between the merges are measured with the result, but no run made them. */
const noteOthers = async (root: string, base: string, merges: readonly ListMerge[]): Promise<readonly string[]> => {
  const known = new Set(merges.map(({ commit }) => commit));
  const range = `${base}..${merges.at(-1)?.commit ?? base}`;
  const listed = await readGit(root, ['rev-list', '--first-parent', range]);
  const others = listed.split('\n').filter((commit) => commit !== '' && !known.has(commit));
  return others.length === 0
    ? []
    : [
        `Between the merges are ${showCount(others.length, 'commit')} that no task made: ${others
          .slice(0, 5)
          .map((commit) => commit.slice(0, 12))
          .join(', ')}. The result was tested with them.`,
      ];
};
