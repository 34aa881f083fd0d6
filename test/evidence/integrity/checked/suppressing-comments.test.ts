import { describe, expect, test } from 'vitest';
import { readSuppressions } from '../../../../src/evidence/integrity/checked/suppressing-comments.ts';

describe('a comment that switches a check off', () => {
  test.each([
    ['a.ts', '// eslint-disable-next-line no-eval -- why\neval(x)', ['lint eslint-disable-next-line no-eval']],
    ['a.mjs', '/* eslint-disable */\nx()', ['lint eslint-disable']],
    ['a.mjs', 'x(); // eslint-disable-line', ['lint eslint-disable-line']],
    ['a.mjs', '/* eslint no-eval: "off" */', ['lint eslint no-eval: "off"']],
    ['a.ts', '// oxlint-disable-next-line no-eval', ['lint oxlint-disable-next-line no-eval']],
    ['a.ts', '// biome-ignore lint/security/noEval: needed', ['lint biome-ignore lint/security/noEval']],
    ['a.tsx', '{/* @ts-expect-error */}', ['types @ts-expect-error']],
    ['a.ts', '// @ts-nocheck', ['types @ts-nocheck']],
    ['a.js', '// @ts-ignore: it works', ['types @ts-ignore']],
    ['a.js', '/* c8 ignore next */', ['coverage c8 ignore next']],
    ['a.py', 'x = eval(y)  # noqa: S307', ['lint noqa: S307']],
    ['a.py', '# ruff: noqa', ['lint ruff: noqa']],
    ['a.py', '# pylint: disable=eval-used', ['lint pylint: disable=eval-used']],
    ['a.py', 'x = y  # type: ignore[assignment]', ['types type: ignore[assignment]']],
    ['a.py', '# mypy: ignore-errors', ['types mypy: ignore-errors']],
    ['a.py', 'if x:  # pragma: no cover', ['coverage pragma: no cover']],
    ['a.go', 'x() //nolint:errcheck', ['lint nolint:errcheck']],
    ['a.rs', '#[allow(dead_code)]\nfn x() {}', ['lint #[allow(dead_code)]']],
    ['a.rs', '#![allow(clippy::all)]', ['lint #![allow(clippy::all)]']],
    ['A.java', '@SuppressWarnings("unchecked")', ['lint @SuppressWarnings("unchecked"']],
    ['a.rb', '# rubocop:disable Security/Eval', ['lint rubocop:disable Security/Eval']],
    ['a.sh', '# shellcheck disable=SC2086', ['lint shellcheck disable=SC2086']],
  ])('is found in %s: %s', (path, text, found) => {
    expect(readSuppressions(path, text).map(({ kind, words }) => `${kind} ${words}`)).toEqual(found);
  });

  test.each([
    ['a.ts', "const HEADER = '/* eslint-disable */';"],
    ['a.ts', '// Do not use @ts-ignore here.'],
    ['a.ts', 'const disable = eslint(1);'],
    ['a.py', "NOTE = '# noqa'"],
    ['a.md', '<!-- eslint-disable -->'],
    ['a.go', '// It needs no lint.'],
  ])('is none in %s: %s', (path, text) => {
    expect(readSuppressions(path, text)).toEqual([]);
  });
});
