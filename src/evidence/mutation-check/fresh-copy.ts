/**
 * A second copy, as RED's exit knew the side of the tests: without test files, and data beside them, that came later, and
 * without what earlier test runs wrote. There, the tests of RED have to pass, and to kill a mutant that they kill.
 */
import { findBuilds, listIgnored } from '../../project/checkout/checkout.ts';
import { copySources } from '../../project/checkout/copy-files.ts';
import { withCheckout } from '../../project/checkout/open-checkout.ts';
import { testId } from '../../runners/is-green.ts';
import type { ChangedFile } from './find-changes.ts';
import type { MutationQuestion, MutationReport } from './mutation-report.ts';
import { createSourceWriter, MutationError, temporaryOf } from './trials.ts';

/** A mutant that tests kill in the first copy. */
export interface Killed {
  readonly source: Pick<ChangedFile, 'path' | 'text' | 'encoding'>;
  readonly line: number;
  readonly planted: string;
  /** Ids of these tests. */
  readonly killers: readonly string[];
}

/** Empty unless the copy shows for certain that they do not. */
export const askFreshCopy = async (
  question: MutationQuestion,
  killed: Killed | null,
): Promise<Pick<MutationReport, 'late' | 'recorded'>> => {
  const { workspace, root, files, standing, without, sandbox, mark, suites: all, signal, onRun = () => {} } = question;
  if (standing === undefined) return {};
  const { tests, suites, late } = standing;
  const killers = killed?.killers.filter((id) => tests.includes(id)) ?? [];
  if (killers.length === 0 && late.length === 0) return {};
  const names = await listIgnored(workspace);
  const written = await findBuilds({ workspace, without, names, isAny: true });
  const from = {
    workspace,
    root,
    files: files.filter((path) => !late.includes(path)),
    ignored: names.filter((name) => !written.includes(name)),
  };
  const where = { from, at: 'mutants', dependencies: 'lend', ...(sandbox === undefined ? {} : { sandbox }) } as const;
  const asked = withCheckout(where, async (copy): Promise<Pick<MutationReport, 'late' | 'recorded'>> => {
    const env = await temporaryOf(copy, question);
    const passes = async (ids: readonly string[]): Promise<boolean> => {
      const how = { mark, isList: all.length > 1, env, ...(signal === undefined ? {} : { signal }) };
      const run = await copy.run(suites, how);
      onRun(suites === all ? 'whole' : 'new', run.ms);
      signal?.throwIfAborted();
      const passed = new Set(run.tests.flatMap((test) => (test.state === 'passed' ? [testId(test)] : [])));
      return ids.every((id) => passed.has(id));
    };
    if (killed !== null && killers.length > 0) {
      const write = createSourceWriter(copy.folder);
      const { source, planted, line } = killed;
      await write(source.path, planted, source.encoding);
      const isBlind = await passes(killers);
      await write(source.path, source.text, source.encoding);
      const [test] = killers;
      // The answer of the mutant is on record then, and that of the code differs.
      if (test !== undefined && isBlind && !(await passes(killers)))
        return { recorded: { test, path: source.path, line } };
    }
    if (late.length === 0) return {};
    if (await passes(tests)) return {};
    await copySources(late, { from: workspace, to: copy.folder, pathIn: copy.pathIn });
    return (await passes(tests)) ? { late } : {};
  });
  return asked.catch((error: unknown) => {
    if (error instanceof MutationError) return {};
    throw error;
  });
};
