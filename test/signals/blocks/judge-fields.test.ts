import { describe, expect, test } from 'vitest';
import { mergeChannels } from '../../../src/signals/merge-channels.ts';
import { readSignal } from '../../../src/signals/signal-reader.ts';
import { aBlock, aSignal, BINDING, YES } from '../a-block.ts';

const claimsOf = (...lines: readonly string[]) => readSignal(aBlock({}, lines), BINDING).claims;

describe('what a block claims', () => {
  test('is read by the names of metrics, nested and not', () => {
    expect(
      claimsOf(
        'TESTS:',
        '  TOTAL: 12',
        '  PASSING: 12/12',
        'FILES:',
        '  CREATED: 1 # new',
        '  MODIFIED: "3"',
        'TESTS_FAILING: 0',
        'FILES_DELETED: 2',
        'BUILD: pass',
        'LINT_OK: false',
        'TYPECHECK: yes',
        'GIT_CLEAN: clean',
        'COVERAGE: 93.4 %',
      ),
    ).toEqual({
      tests_total: 12,
      tests_passing: 12,
      tests_failing: 0,
      files_created: 1,
      files_modified: 3,
      files_deleted: 2,
      build_ok: true,
      types_ok: true,
      lint_ok: false,
      git_clean: true,
      coverage_lines: 93,
    });
  });

  test.each([
    'BUILD: should pass',
    'FILES_MODIFIED: several',
    'FILES: 3',
    'COVERAGE: -1',
    'TESTS:\n  toString: 3',
    '__proto__: 1',
  ])('is nothing where it cannot be read: %s', (line) => {
    expect(readSignal(aBlock({}, line.split('\n')), BINDING)).toEqual(YES);
  });

  test('of another iteration is not taken', () => {
    expect(readSignal(aBlock({ ITERATION: '6' }, ['FILES_MODIFIED: 3']), BINDING)).toEqual(
      aSignal('iteration_mismatch'),
    );
  });

  test('is kept beside the signal of the signal command', () => {
    const word = { word: 'exit', reason: 'done', refactoring_complete: false } as const;
    const block = readSignal(aBlock({}, ['FILES_MODIFIED: 3']), BINDING);
    expect(mergeChannels([word], block)).toMatchObject({
      value: true,
      source: 'command',
      claims: { files_modified: 3 },
    });
  });
});
