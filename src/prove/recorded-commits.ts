/**
 * The commits of a run, from its ledger: for each record that has one, its due trailers and tree, and the commit that
 * was made. They come from the record that decided the exit, whose hash the commit itself names.
 */
import { z } from 'zod';
import { readContent } from '../ledger/format.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import type { CommitTrailers } from '../commits/commit-trailers.ts';

export interface RecordedCommit {
  readonly trailers: CommitTrailers;
  readonly tree: string;
  /** `null` when the loop ended before it recorded one. */
  readonly commit: string | null;
}

const reopenedTest = z.object({ file: z.string(), test: z.string(), by: z.string(), reason: z.string() });

const changedTest = z.object({
  test: z.string(),
  file: z.string(),
  because: z.string(),
  by: z.enum(['spec', 'agent']),
  what: z.enum(['edited', 'removed']),
});

const guards = z
  .array(z.object({ id: z.string(), by: z.enum(['spec', 'agent']), why: z.string(), tests: z.array(z.string()) }))
  .optional();

/** A decision that exits a phase has no rejection. */
const approval = z.object({ approved: z.literal(true), by: z.string() }).optional();

const exit = z
  .object({
    tree: z.string(),
    git_tree: z.string(),
    reopened: z.array(reopenedTest).optional(),
    changed: z.array(changedTest).optional(),
  })
  .transform(({ tree, git_tree, reopened, changed }) => ({ sources: tree, tree: git_tree, reopened, changed }));

const givenSpec = z
  .object({ work: z.object({ spec: z.string(), given: z.literal(true) }) })
  .optional()
  .catch(undefined);

/** For each type with a commit: its phase, iteration, sources and tree, and the operator who forced it. */
const DECIDING = {
  'run.started': z
    .object({ tree: z.string(), branch: z.object({ tree: z.string() }), config: givenSpec })
    .transform(({ tree, branch, config }) => ({
      phase: null,
      iteration: null,
      forced: null,
      spec: config?.work.spec,
      sources: tree,
      tree: branch.tree,
    })),
  'iteration.decided': z
    .object({ record: z.object({ phase: z.string(), iteration: z.number(), approval, guards }), exit })
    .transform(({ record, exit: { sources, tree, reopened, changed } }) => ({
      phase: record.phase,
      iteration: record.iteration,
      forced: null,
      approved: record.approval?.by,
      guards: record.guards,
      reopened,
      changed,
      sources,
      tree,
    })),
  'operator.skipped': z
    .object({ phase: z.string(), by: z.string(), reason: z.string(), exit })
    .transform(({ phase, by, reason, exit: { sources, tree } }) => ({
      phase,
      iteration: null,
      forced: { by, reason },
      sources,
      tree,
    })),
} as const;
const RUN_START = z.object({ run: z.string(), config_hash: z.string() });
const ACCEPTED = z.object({ config: z.object({ config_hash: z.string() }) });
const MADE = z.object({ commit: z.string(), record: z.number() });

/** By the number of the record that a commit names. @throws {LedgerError} for a ledger that cannot be read */
export const readRecordedCommits = async (
  ledger: AsyncIterable<LedgerRecord>,
): Promise<ReadonlyMap<number, RecordedCommit>> => {
  const found = new Map<number, RecordedCommit>();
  let run: z.infer<typeof RUN_START> = { run: '', config_hash: '' };
  for await (const sealed of ledger) {
    const { type, data } = readContent(sealed);
    if (type === 'run.started') run = RUN_START.safeParse(data).data ?? run;
    const accepted = type === 'operator.accepted' ? ACCEPTED.safeParse(data).data : undefined;
    if (accepted !== undefined) run = { run: run.run, config_hash: accepted.config.config_hash };
    if (type === 'work.committed') {
      const made = MADE.safeParse(data).data;
      const recorded = made === undefined ? undefined : found.get(made.record);
      if (made !== undefined && recorded !== undefined) found.set(made.record, { ...recorded, commit: made.commit });
    }
    if (!isDeciding(type)) continue;
    const { data: facts } = DECIDING[type].safeParse(data);
    if (facts === undefined) continue;
    const { tree, ...rest } = facts;
    const { seq, hash } = sealed;
    const trailers = {
      run: run.run,
      config: run.config_hash,
      record: { seq, hash },
      ...rest,
    };
    found.set(seq, { trailers, tree, commit: null });
  }
  return found;
};

const isDeciding = (type: string): type is keyof typeof DECIDING => Object.hasOwn(DECIDING, type);
