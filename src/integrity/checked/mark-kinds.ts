/**
 * The comments that switch a check off and count in a run: those of the checks and measures that it has. A new comment
 * holds if a gate names the check; else it is named.
 *
 * @module
 */
import type { Freeze } from '../freeze.ts';
import type { SuppressedKind } from './suppressing-comments.ts';

const KINDS: Readonly<Record<SuppressedKind, { readonly names: readonly string[]; readonly programs: RegExp }>> = {
  lint: {
    names: ['lint'],
    programs:
      /\b(?:eslint|oxlint|biome|xo|standard|stylelint|ruff|flake8|pylint|bandit|golangci-lint|staticcheck|revive|clippy|rubocop|ktlint|checkstyle|shellcheck|phpcs|clang-tidy)\b|\bdeno lint\b/,
  },
  types: {
    names: ['types', 'build'],
    programs:
      /\b(?:tsc|tsgo|vue-tsc|svelte-check|attw|mypy|dmypy|pyright|basedpyright|pyre|flow|sorbet|srb|phpstan|psalm)\b/,
  },
  coverage: {
    names: ['coverage'],
    programs:
      /\b(?:c8|nyc|coverage|istanbul|tarpaulin|llvm-cov|stryker|mutmut)\b|--(?:cov|coverage|experimental-test-coverage)\b/,
  },
};

/** Frozen as files that are never there: a freeze has them where such comments count. */
const markOf = (kind: SuppressedKind, isHeld: boolean): string => `**/suppressions:${kind}${isHeld ? '' : '?'}`;

/** @param checks - each with its text: the command, and what it reaches of scripts */
export const markKinds = (
  checks: readonly { readonly name: string; readonly text: string; readonly isGated?: boolean }[],
): readonly string[] =>
  kinds().flatMap((kind) => {
    const { names, programs } = KINDS[kind];
    const about = checks.filter(({ name, text }) => names.includes(name) || programs.test(text));
    if (about.length === 0) return [];
    return [
      markOf(
        kind,
        about.some(({ isGated }) => isGated === true),
      ),
    ];
  });

const kinds = (): readonly SuppressedKind[] => ['lint', 'types', 'coverage'];

/** The kinds that hold in the run of a freeze, or that are named only. */
export const markedKinds = (frozen: Freeze, isHeld: boolean): ReadonlySet<SuppressedKind> =>
  new Set(kinds().filter((kind) => Object.hasOwn(frozen, markOf(kind, isHeld))));
