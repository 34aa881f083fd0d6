/**
 * Examples for the comments of a config, in the tools of the project's language.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../testing/runner.ts';
import { type RunnerName, RUNNERS } from '../../testing/runners.ts';

interface Examples {
  /** Under `checks`. */
  readonly checks: Readonly<Record<string, string>>;
  /** Under `tests.writes`. */
  readonly writes: string;
}

const EXAMPLES = {
  javascript: { checks: { build: 'npm run build', lint: 'npx eslint .' }, writes: 'coverage/**' },
  bun: { checks: { types: 'bunx tsc --noEmit', lint: 'bunx eslint .' }, writes: 'coverage/**' },
  deno: { checks: { types: 'deno check .', lint: 'deno lint' }, writes: 'coverage/**' },
  python: { checks: { types: 'mypy .', lint: 'ruff check .' }, writes: 'htmlcov/**' },
  ruby: { checks: { lint: 'bundle exec rubocop' }, writes: 'coverage/**' },
  go: { checks: { build: 'go build ./...', lint: 'go vet ./...' }, writes: 'out/**' },
  rust: { checks: { build: 'cargo build', lint: 'cargo clippy -- -D warnings' }, writes: 'out/**' },
  maven: { checks: { build: 'mvn -B -q test-compile', lint: 'mvn -B -q checkstyle:check' }, writes: 'out/**' },
  gradle: { checks: { build: './gradlew classes', lint: './gradlew checkstyleMain' }, writes: 'out/**' },
} as const satisfies Readonly<Record<Language, Examples>>;

const OTHER: Examples = { checks: { build: 'make', lint: './lint.sh' }, writes: 'out/**' };

export const examplesFor = (language: Language | null): Examples => (language === null ? OTHER : EXAMPLES[language]);

const BY_FILE: readonly (readonly [string, Language])[] = [
  ['package.json', 'javascript'],
  ...['pyproject.toml', 'setup.py', 'requirements.txt'].map((name) => [name, 'python'] as const),
  ['Gemfile', 'ruby'],
  ['Cargo.toml', 'rust'],
  ...['go.mod', 'go.work'].map((name) => [name, 'go'] as const),
];

/** That of the runner, else that of the first known file in the folder. */
export const findLanguage = (folder: string, runner: RunnerName | null): Language | null =>
  (runner === null ? undefined : languageOf(runner)) ??
  BY_FILE.find(([name]) => existsSync(join(folder, name)))?.[1] ??
  null;

const languageOf = (runner: RunnerName): Language | undefined => {
  const { detect } = RUNNERS[runner];
  return detect === undefined ? undefined : (detect.language ?? 'javascript');
};
