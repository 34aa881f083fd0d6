/** The sentences of mutation check and counter-check, and of tests that show nothing or could never pass later. */
import { showCount } from '../../base/text/amounts.ts';

/** The facts of a sentence, by their types. */
export type Texts<K extends string> = Readonly<Record<K, string>>;
export type Counts<K extends string> = Readonly<Record<K, number>>;
export type Lists<K extends string> = Readonly<Record<K, readonly string[]>>;
export type Where = Texts<'path'>;
export type Line = Where & Counts<'line'>;
/** The first ones, and the number of the others. */
export type Several<K extends string> = Lists<K> & Counts<'more'>;

/** Only the tests that are new in the run were asked, not the whole suite. */
type OfTests = { readonly only_new: boolean };

export const listed = (texts: readonly string[], more: number): string =>
  `${texts.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;

export const are = (count: number): string => (count === 1 ? 'is' : 'are');

const UNREAD = {
  size: 'the file has more than 1,000,000 bytes. Split it, or move its data into a file of data',
  bytes: 'the file has a NUL byte. Write it as an escape, in UTF-8',
  ending: 'its ending is of no known language, and other code runs it. Give it the ending of its language',
  text: 'it is text that code runs. Write it as code',
} as const;

export const MUTATION_SENTENCES = {
  // The counter-check: the sources of RED's exit under the tests of now.
  'counter_check.passes': ({ tests, more, phase }: Texts<'phase'> & Counts<'more'> & Lists<'tests'>) =>
    `These tests failed when ${phase} was exited, and now pass on its sources, so they do not test the code: ${quoted(tests, more)}. They are frozen: report BLOCKED, so that an operator reopens them (dualgate reopen TEST -m WHY).`,
  'counter_check.builds': ({ paths }: Lists<'paths'>) =>
    `The copy has ${listed(paths, 0)}, which git ignores and this run wrote. If these tests load it, let the test command build it; or report BLOCKED: an operator can name the build (tests.before).`,
  'counter_check.inconclusive': ({ why }: Texts<'why'>) => `The counter-check was inconclusive: ${why}.`,

  'mutants.not_tested': () => 'The mutation check did not run: it runs when both gates agree on everything else.',
  'mutants.inconclusive': ({ why }: Texts<'why'>) => `The mutation check was inconclusive: ${why}.`,
  'mutants.none_killed': ({ tested }: Counts<'tested'>) =>
    `The tests killed none of the ${tested} mutants: they cannot tell working code from broken code. Write tests that fail with these changes.`,
  'mutants.too_few_killed': ({ killed, tested, percent }: Counts<'killed' | 'tested' | 'percent'>) =>
    `The tests killed ${killed} of ${tested} mutants, and ${percent} % are required (mutation_check.percent). Write tests that fail with the changes that survived.`,
  'mutants.criterion_survives': ({
    id,
    test,
    path,
    line,
    before,
    after,
  }: Line & Texts<'id' | 'test' | 'before' | 'after'>) =>
    `The tests of ${id} run this code and do not look at what it gives: with the mutant at ${path}:${line}, ${before} → ${after}, each of them passes, such as "${test}". Add a test with ${id} in its name that fails with this change.`,
  'mutants.file_survives': ({ path, tested }: Texts<'path'> & Counts<'tested'>) =>
    `The tests killed none of the ${tested} mutants of ${path}, which other code or a test uses: a replacement may stand in its place there. Add a test that runs it.`,
  'mutants.stub_left': ({ path, line, lines, phase }: Line & Texts<'phase'> & Counts<'lines'>) =>
    `${path}:${line}${lines > 1 ? `-${line + lines - 1}` : ''} is as ${phase} left it, does nothing, and no test reaches it, but other code uses it: a stub. Write it, with a test that runs it.`,
  'mutants.unread': ({ path, lines, why }: Texts<'path'> & Counts<'lines'> & { readonly why: keyof typeof UNREAD }) =>
    `${showCount(lines, 'changed line')} of ${path} ${are(lines)} not read by the mutation check: ${UNREAD[why]}. Nothing says whether a test looks at this code.`,
  'copy.needs_build': ({ paths, passes }: Lists<'paths'> & { readonly passes: boolean }) =>
    `The tests are not green without ${listed(paths, 0)}, which git ignores and this run wrote: ${passes ? 'mutants do not reach' : 'nothing says whether a test looks at'} the code in it. Put the code into sources, or let the test command build it; or report BLOCKED: an operator can name the build (tests.before).`,
  'copy.needs_tests': ({ paths, more }: Several<'paths'>) =>
    `The frozen tests are not green without what came beside them later: ${listed(paths, more)}. Do the work in the code, and let no test file and no data beside tests change what other tests see.`,
  'copy.recorded': ({ test, path, line }: Line & Texts<'test'>) =>
    `"${test}" fails with a mutant at ${path}:${line}, but passes with it where no earlier test run left a file: it compares with what the code answered before. Write the expected value into a test, and report BLOCKED so that an operator reopens this one (dualgate reopen TEST -m WHY).`,
  'copy.red': ({ why }: Texts<'why'>) =>
    `In a copy of the workspace the earlier tests pass, and those of now do not (${why}): the work of this run depends on its folder. Let neither code nor tests ask for the place of their files. If they have to, report BLOCKED: an operator can set mutation_check: false.`,
  'mutants.unreached': ({
    lines,
    lines_unreached,
    unreached,
    percent,
  }: Counts<'lines' | 'lines_unreached' | 'percent'> & { readonly unreached: readonly (Line & Counts<'lines'>)[] }) =>
    `No test reaches ${lines_unreached} of ${lines} new lines in functions, and tests have to reach ${percent} % (mutation_check.percent): every test passes although they fail at once. Test them, or remove them: ${listed(
      unreached.slice(0, SHOWN).map(({ path, line, lines: count }) => `${path}:${line}-${line + count - 1}`),
      Math.max(0, unreached.length - SHOWN),
    )}.`,
  'mutants.reach_unknown': ({ lines, not_asked }: Counts<'lines' | 'not_asked'>) =>
    `There was no time to see whether tests reach ${not_asked} of ${lines} new lines in functions.`,
  'mutants.survived': ({ path, line, before, after, only_new }: Line & OfTests & Texts<'before' | 'after'>) =>
    `Mutant survived ${only_new ? 'the new tests ' : ''}at ${path}:${line}: ${before === '' ? '(nothing)' : before} → ${after === '' ? '(removed)' : after}`,
  'mutants.unproven': ({ path, line, lines, only_new }: Line & OfTests & Counts<'lines'>) =>
    `No ${only_new ? 'new ' : ''}test needs ${placeOf(line, lines)} of ${path}: unproven. Test this change, or undo it.`,
  'mutants.unproven.more': ({ count }: Counts<'count'>) =>
    `And ${showCount(count, 'more change')} ${are(count)} unproven.`,

  // Behaviour that no test looks at, and expectations that no freeze has.
  'data.changed': ({ path, phase }: Texts<'path' | 'phase'>) =>
    `The suite read ${path} when ${phase} was exited, and its values changed since: read whether they are expected values.`,
  'names.removed': ({ path, name }: Texts<'path' | 'name'>) =>
    `${path} no longer has the public name ${name}, which it had when the run began. If other code may use it, restore it.`,
  'names.removed.more': ({ count }: Counts<'count'>) =>
    `And ${showCount(count, 'more public name')} ${are(count)} gone.`,
} as const;

const SHOWN = 5;

const placeOf = (line: number, lines: number): string => {
  if (lines === 0) return `the removal of the lines before line ${line}`;
  return lines === 1 ? `line ${line}` : `lines ${line}-${line + lines - 1}`;
};

export const TRAP_SENTENCES = {
  'tests.already_pass': ({ tests, more, may_guard }: Several<'tests'> & { readonly may_guard: boolean }) =>
    `New tests that already pass: ${quoted(tests, more)}. Make each fail, or remove it. If its criterion already holds, ${
      may_guard
        ? 'name it with a reason in your message or in the reason of the signal command (GUARD: ID WHY).'
        : 'report BLOCKED: an operator can mark it with (guard) in the spec.'
    }`,
  'guards.hold': ({ id, by, why, tests }: Texts<'id' | 'by' | 'why'> & Lists<'tests'>) =>
    `${id} already holds (${by === 'spec' ? why : `the agent: ${why}`}): ${quoted(tests)}. ${tests.length === 1 ? 'It is' : 'Each is'} frozen, and has to fail on a mutant of the code.`,
  'guards.refused': ({ id, why, because }: Texts<'id' | 'why' | 'because'>) =>
    `GUARD: ${id}${why === '' ? '' : ` ${why}`} does not count: ${because}. Write a test for it that fails now.`,
  'guards.all': ({ count }: Counts<'count'>) =>
    `${count === 1 ? 'The only criterion is a guard' : `All ${count} criteria are guards`}: nothing is left to build. A test of at least one criterion must fail now.`,
  'guards.not_killed': ({ id, tests, tried, why }: Texts<'id' | 'why'> & Counts<'tried'> & Lists<'tests'>) =>
    `No mutant made a test of the guard ${id} fail (${why === '' ? `${tried} tried` : why}): ${quoted(tests)}. Nothing shows that it can fail. Add a test of ${id} that fails if the code is wrong; the frozen one may stay.`,
  'tests.own_error': ({ test, message, more }: Texts<'test' | 'message'> & Counts<'more'>) =>
    `The test "${test}" fails by an error of its own: ${message}. No code that it calls can correct that. If the code should provide this name, declare a stub for it. Otherwise correct the test.${more === 0 ? '' : ` And ${more} more ${more === 1 ? 'test fails' : 'tests fail'} so.`}`,
  'tests.skipped': ({ tests, more }: Several<'tests'>) =>
    `Skipped, todo or expected to fail: ${quoted(tests, more)}. Such a test shows nothing: let it run, and ask for what the code does.`,
  'tests.names_differ': ({ tests, more }: Several<'tests'>) =>
    `Names of tests that differ from run to run: ${quoted(tests, more)}. Use no time and no random value in a name: names are frozen when this phase is exited.`,
  'tests.inverted': ({ path, line }: Line) =>
    `${path}:${line}: this test is inverted, so it passes while its body fails. Write a test that fails now and passes with the code.`,
  'tests.no_snapshot': ({ path, line }: Line) =>
    `${path}:${line}: no snapshot is recorded for this file, and none may be added once the tests are frozen. Write the expected value into the test, or record the snapshot by hand now.`,
  'tests.empty_snapshot': ({ path, line }: Line) =>
    `${path}:${line}: the inline snapshot is empty, so the first test run that passes would write into the test file, which is frozen when this phase is exited. Write the expected value into it.`,
} as const;

const quoted = (tests: readonly string[], more = 0): string =>
  listed(
    tests.map((test) => `"${test}"`),
    more,
  );
