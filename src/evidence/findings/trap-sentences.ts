/** The sentences of findings about tests that show nothing, or could never pass later, once they are frozen. */
import { listed as listedTexts } from './mutation-sentences.ts';

export interface Listed {
  readonly tests: readonly string[];
  readonly more: number;
}

export const TRAP_SENTENCES = {
  'tests.already_pass': ({ tests, more, may_guard }: Listed & { readonly may_guard: boolean }) =>
    `New tests that already pass: ${listed({ tests, more })}. Make each fail, or remove it. If its criterion already holds, ${
      may_guard
        ? 'name it with a reason in your message or in the reason of the signal command (GUARD: ID WHY).'
        : 'report BLOCKED: an operator can mark it with (guard) in the spec.'
    }`,
  'guards.hold': ({
    id,
    by,
    why,
    tests,
  }: {
    readonly id: string;
    readonly by: string;
    readonly why: string;
    readonly tests: readonly string[];
  }) =>
    `${id} already holds (${by === 'spec' ? why : `the agent: ${why}`}): ${listed({ tests, more: 0 })}. ${tests.length === 1 ? 'It is' : 'Each is'} frozen, and has to fail on a mutant of the code.`,
  'guards.refused': ({ id, why, because }: { readonly id: string; readonly why: string; readonly because: string }) =>
    `GUARD: ${id}${why === '' ? '' : ` ${why}`} does not count: ${because}. Write a test for it that fails now.`,
  'guards.all': ({ count }: { readonly count: number }) =>
    `${count === 1 ? 'The only criterion is a guard' : `All ${count} criteria are guards`}: nothing is left to build. A test of at least one criterion must fail now.`,
  'guards.not_killed': ({
    id,
    tests,
    tried,
    why,
  }: {
    readonly id: string;
    readonly tests: readonly string[];
    readonly tried: number;
    readonly why: string;
  }) =>
    `No mutant made a test of the guard ${id} fail (${why === '' ? `${tried} tried` : why}): ${listed({ tests, more: 0 })}. Nothing shows that it can fail. Add a test of ${id} that fails if the code is wrong; the frozen one may stay.`,
  'tests.own_error': ({
    test,
    message,
    more,
  }: {
    readonly test: string;
    readonly message: string;
    readonly more: number;
  }) =>
    `The test "${test}" fails by an error of its own: ${message}. No code that it calls can correct that. If the code should provide this name, declare a stub for it. Otherwise correct the test.${more === 0 ? '' : ` And ${more} more ${more === 1 ? 'test fails' : 'tests fail'} so.`}`,
  'tests.skipped': ({ tests, more }: Listed) =>
    `Skipped, todo or expected to fail: ${listed({ tests, more })}. Such a test shows nothing: let it run, and ask for what the code does.`,
  'tests.names_differ': ({ tests, more }: Listed) =>
    `Names of tests that differ from run to run: ${listed({ tests, more })}. Use no time and no random value in a name: names are frozen when this phase is exited.`,
  'tests.inverted': ({ path, line }: { readonly path: string; readonly line: number }) =>
    `${path}:${line}: this test is inverted, so it passes while its body fails. Write a test that fails now and passes with the code.`,
  'tests.no_snapshot': ({ path, line }: { readonly path: string; readonly line: number }) =>
    `${path}:${line}: no snapshot is recorded for this file, and none may be added once the tests are frozen. Write the expected value into the test, or record the snapshot by hand now.`,
  'tests.empty_snapshot': ({ path, line }: { readonly path: string; readonly line: number }) =>
    `${path}:${line}: the inline snapshot is empty, so the first test run that passes would write into the test file, which is frozen when this phase is exited. Write the expected value into it.`,
} as const;

const listed = ({ tests, more }: Listed): string =>
  listedTexts(
    tests.map((test) => `"${test}"`),
    more,
  );
