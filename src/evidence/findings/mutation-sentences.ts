/**
 * The sentences of the mutation check and the counter-check: whether the suite can fail, and of behaviour that no test
 * looks at.
 */
import { showCount } from '../../base/text/amounts.ts';

/** The first ones, and the number of the others. */
export const listed = (texts: readonly string[], more: number): string =>
  `${texts.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;

export const are = (count: number): string => (count === 1 ? 'is' : 'are');

const UNREAD = {
  size: 'the file has more than 1,000,000 bytes. Split it, or move its data into a file of data',
  bytes: 'the file has a NUL byte. Write it as an escape, in UTF-8',
  ending: 'its ending is of no known language, and other code runs it. Give it the ending of its language',
} as const;

export const MUTATION_SENTENCES = {
  // The counter-check: the sources of RED's exit under the tests of now.
  'counter_check.passes': ({
    tests,
    more,
    phase,
  }: {
    readonly tests: readonly string[];
    readonly more: number;
    readonly phase: string;
  }) =>
    `These tests failed when ${phase} was exited, and now pass on its sources, so they do not test the code: ${listed(
      tests.map((test) => `"${test}"`),
      more,
    )}. They are frozen: report BLOCKED, so that an operator reopens them (dualgate reopen TEST -m WHY).`,
  'counter_check.builds': ({ paths }: { readonly paths: readonly string[] }) =>
    `The copy has ${listed(paths, 0)}, which git ignores and this run wrote. If these tests load it, let the test command build it; or report BLOCKED: an operator can name the build (tests.before).`,
  'counter_check.inconclusive': ({ why }: { readonly why: string }) => `The counter-check was inconclusive: ${why}.`,

  // The mutation check.
  'mutants.not_tested': () => 'The mutation check did not run: it runs when both gates agree on everything else.',
  'mutants.inconclusive': ({ why }: { readonly why: string }) => `The mutation check was inconclusive: ${why}.`,
  'mutants.none_killed': ({ tested }: { readonly tested: number }) =>
    `The tests killed none of the ${tested} mutants: they cannot tell working code from broken code. Write tests that fail with these changes.`,
  'mutants.too_few_killed': ({
    killed,
    tested,
    percent,
  }: {
    readonly killed: number;
    readonly tested: number;
    readonly percent: number;
  }) =>
    `The tests killed ${killed} of ${tested} mutants, and ${percent} % are required (mutation_check.percent). Write tests that fail with the changes that survived.`,
  'mutants.criterion_survives': ({
    id,
    test,
    path,
    line,
    before,
    after,
  }: Line & { readonly id: string; readonly test: string; readonly before: string; readonly after: string }) =>
    `The tests of ${id} run this code and do not look at what it gives: with the mutant at ${path}:${line}, ${before} → ${after}, each of them passes, such as "${test}". Add a test with ${id} in its name that fails with this change.`,
  'mutants.file_survives': ({ path, tested }: { readonly path: string; readonly tested: number }) =>
    `The tests killed none of the ${tested} mutants of ${path}, which other code or a test uses: a replacement may stand in its place there. Add a test that runs it.`,
  'mutants.stub_left': ({ path, line, lines, phase }: Line & { readonly lines: number; readonly phase: string }) =>
    `${path}:${line}${lines > 1 ? `-${line + lines - 1}` : ''} is as ${phase} left it, does nothing, and no test reaches it, but other code uses it: a stub. Write it, with a test that runs it.`,
  'mutants.unread': ({
    path,
    lines,
    why,
  }: {
    readonly path: string;
    readonly lines: number;
    readonly why: keyof typeof UNREAD;
  }) =>
    `${showCount(lines, 'changed line')} of ${path} ${are(lines)} not read by the mutation check: ${UNREAD[why]}. Nothing says whether a test looks at this code.`,
  'copy.needs_build': ({ paths, passes }: { readonly paths: readonly string[]; readonly passes: boolean }) =>
    `The tests are not green without ${listed(paths, 0)}, which git ignores and this run wrote: ${passes ? 'mutants do not reach' : 'nothing says whether a test looks at'} the code in it. Put the code into sources, or let the test command build it; or report BLOCKED: an operator can name the build (tests.before).`,
  'copy.red': ({ why }: { readonly why: string }) =>
    `In a copy of the workspace the earlier tests pass, and those of now do not (${why}): the work of this run depends on its folder. Let neither code nor tests ask for the place of their files. If they have to, report BLOCKED: an operator can set mutation_check: false.`,
  'mutants.unreached': ({ lines, lines_unreached, unreached, percent }: Unreached) =>
    `No test reaches ${lines_unreached} of ${lines} new lines in functions, and tests have to reach ${percent} % (mutation_check.percent): every test passes although they fail at once. Test them, or remove them: ${listed(
      unreached.slice(0, SHOWN).map(({ path, line, lines: count }) => `${path}:${line}-${line + count - 1}`),
      Math.max(0, unreached.length - SHOWN),
    )}.`,
  'mutants.reach_unknown': ({ lines, not_asked }: { readonly lines: number; readonly not_asked: number }) =>
    `There was no time to see whether tests reach ${not_asked} of ${lines} new lines in functions.`,
  'mutants.survived': ({
    path,
    line,
    before,
    after,
    only_new,
  }: Line & OfTests & { readonly before: string; readonly after: string }) =>
    `Mutant survived ${only_new ? 'the new tests ' : ''}at ${path}:${line}: ${before === '' ? '(nothing)' : before} → ${after === '' ? '(removed)' : after}`,
  'mutants.unproven': ({ path, line, lines, only_new }: Line & OfTests & { readonly lines: number }) =>
    `No ${only_new ? 'new ' : ''}test needs ${placeOf(line, lines)} of ${path}: unproven. Test this change, or undo it.`,
  'mutants.unproven.more': ({ count }: { readonly count: number }) =>
    `And ${showCount(count, 'more change')} ${are(count)} unproven.`,

  // Behaviour that no test looks at, and expectations that no freeze has.
  'data.changed': ({ path, phase }: { readonly path: string; readonly phase: string }) =>
    `The suite read ${path} when ${phase} was exited, and its values changed since: read whether they are expected values.`,
  'names.removed': ({ path, name }: { readonly path: string; readonly name: string }) =>
    `${path} no longer has the public name ${name}, which it had when the run began. If other code may use it, restore it.`,
  'names.removed.more': ({ count }: { readonly count: number }) =>
    `And ${showCount(count, 'more public name')} ${are(count)} gone.`,
} as const;

const SHOWN = 5;

export interface Unreached {
  readonly lines: number;
  readonly lines_unreached: number;
  readonly unreached: readonly (Line & { readonly lines: number })[];
  readonly percent: number;
}

export interface OfTests {
  /** Only the tests that are new in the run were asked, not the whole suite. */
  readonly only_new: boolean;
}

export interface Line {
  readonly path: string;
  readonly line: number;
}

const placeOf = (line: number, lines: number): string => {
  if (lines === 0) return `the removal of the lines before line ${line}`;
  return lines === 1 ? `line ${line}` : `lines ${line}-${line + lines - 1}`;
};
