/**
 * The edit of a test that an operator reopened (rule 2.7): judged in the first iteration that has one, by a run of the
 * suite with the edited file on the sources of RED's exit. An edit that counts is frozen again; any other is a change
 * of a frozen file.
 *
 * @module
 */
import { join } from 'node:path';
import { finding } from '../../findings/findings.ts';
import { findTestOfEdit, judgeEdit } from '../../integrity/judge-edit.ts';
import { isSameSyntax } from '../../integrity/same-syntax/is-same-syntax.ts';
import { readAdditions } from '../../integrity/additions/find-additions.ts';
import { readStates } from '../../integrity/freeze.ts';
import type { Measured } from '../../measures/measure.ts';
import { findOpen, type JudgedEdit } from '../../records/fold/reopened-tests.ts';
import { hashContent } from '../../files/hash-content.ts';
import { findExit, keepEdit, openKeptExit } from '../turn/kept-exit.ts';
import type { RunContext } from '../run-context.ts';
import { runAtExit } from './run-in-copy.ts';
import { readText } from '../../files/open-plain.ts';

type Judged = JudgedEdit | { readonly file: string; readonly why: string };

/** `null` when no test is open, or its file is not edited. A removed file is not an edit. */
export const judgeReopened = async (
  context: RunContext,
  phase: string,
  signal: AbortSignal,
): Promise<Judged | null> => {
  const { config, journal, run } = context;
  const state = journal.state();
  const open = findOpen(state.reopened);
  if (open === null) return null;
  const { file, test } = open;
  const [now, frozen] = [(await readStates(config.folder, [file]))[file] ?? '', state.frozen[file] ?? ''];
  if (now === frozen || now === 'absent') return null;
  const refuse = (why: string): Judged => ({ file, why });
  const after = readText(join(config.folder, file)) ?? '';
  if (hashContent(after) !== now) return refuse('is not a plain text file that stays unchanged');
  const exit = findExit(config, state, phase);
  const kept = exit === null ? null : await openKeptExit(config, state, exit);
  const before = await kept?.readFrozen(file, frozen);
  if (exit === null || kept === null || typeof before !== 'string')
    return refuse('cannot be judged: the sources from before the phase are not kept any more');
  // Formatting and new tests are no edit: the test stays open.
  if (await isSameSyntax(file, before, after)) return null;
  const additions = await readAdditions(file, before, after);
  if (additions !== null && 'text' in additions) return null;
  const edited = findTestOfEdit({ file, test, before, after }, exit);
  if ('why' in edited) return refuse(edited.why);
  const there = await runAtExit(
    context,
    { purpose: 'reopened_test', kept, exit, frozen: state.frozen, edited: [file] },
    signal,
  );
  if (there === null) return refuse(`cannot be judged: the sources of the exit of ${exit.phase} could not be copied`);
  const why = judgeEdit(edited.test, exit, there);
  if (why !== null) return refuse(why);
  await keepEdit(run, after);
  return { file, test: edited.test, frozen: now };
};

/** For the measures: an edit that does not count is a change of a frozen file, with its own reason. */
export const describeJudged = (judged: Judged | null): Pick<Measured, 'findings' | 'found'> => {
  if (judged === null) return {};
  const { file: path } = judged;
  return 'frozen' in judged
    ? { findings: [finding('tests.reopened', { path, test: judged.test })] }
    : { found: { reopened: finding('tampering.reopened', { path, why: judged.why }) } };
};
