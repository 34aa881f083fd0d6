/** The phases of the config that `dualgate init` writes. */
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { liesAmongRecords } from '../../evidence/documents/decision-record.ts';
import { readText } from '../../base/files/open-plain.ts';
import type { Language } from '../../runners/runner.ts';
import { type RunnerName, RUNNERS } from '../../runners/runners.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { phasesOfQuick } from '../../project/config/config.ts';

/** The kind of documents that a project has, for the DOCUMENT gate that `dualgate init` writes. */
export interface DocumentFacts {
  /** There is code: the project is not new. */
  readonly hasCode: boolean;
  /** There are architecture decision records. */
  readonly hasRecords: boolean;
  readonly hasC4: boolean;
}

const CODE = new Set(
  '.js .mjs .cjs .jsx .ts .mts .cts .tsx .py .rb .go .rs .java .kt .scala .cs .php .swift .c .cc .cpp .ex .exs'.split(
    ' ',
  ),
);
const TEXT = new Set(['.md', '.adoc', '.mmd', '.dsl', '.puml']);
const C4 = /\bC4(?:Context|Container|Component|Dynamic|Deployment)\b|<C4\/C4_|^\s*workspace\b[^\n]*\{/m;
/** Configs of tools and tests are no code of a product. */
const NO_CODE = /(?:\.config|\.conf|\.test|\.spec|_test)\.\w+$|^(?:test_|conftest|setup\.|\.)|^(?:Rakefile|noxfile)/;
const SKIPPED = new Set(['node_modules', 'vendor', 'target', 'dist', 'build', 'test', 'tests', 'spec', '__tests__']);

/** Bounded: a large repository must not take long. */
const MOST_ENTRIES = 5_000;
const MOST_DEPTH = 6;
const MOST_READ = 200;

/** A folder or file that cannot be read counts as absent. */
export const detectDocuments = async (folder: string): Promise<DocumentFacts> => {
  const files = await listFiles(folder);
  const texts = files.filter((path) => TEXT.has(extname(path).toLowerCase()));
  return {
    hasCode: files.some((path) => CODE.has(extname(path).toLowerCase()) && !NO_CODE.test(nameOf(path))),
    hasRecords: texts.some(liesAmongRecords),
    hasC4: await someHolds(folder, texts.slice(0, MOST_READ), C4),
  };
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Relative, with `/`; the nearest files first. */
const listFiles = async (folder: string): Promise<readonly string[]> => {
  const files: string[] = [];
  let waiting = [''];
  for (let depth = 0; depth < MOST_DEPTH && waiting.length > 0; depth += 1) {
    const next: string[] = [];
    for (const place of waiting) {
      for (const entry of await readdir(join(folder, place), { withFileTypes: true }).catch(() => [])) {
        if (files.length + next.length >= MOST_ENTRIES) return files;
        const path = place === '' ? entry.name : `${place}/${entry.name}`;
        if (entry.isFile()) files.push(path);
        else if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name)) next.push(path);
      }
    }
    waiting = next;
  }
  return files;
};

const someHolds = async (folder: string, paths: readonly string[], sign: RegExp): Promise<boolean> => {
  for (const path of paths) {
    if (sign.test(readText(join(folder, path)) ?? '')) return true;
  }
  return false;
};

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

/** Examples for the comments of a config, in the tools of the project's language. */
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

export const renderPhases = (facts: DocumentFacts, isQuick: boolean): readonly string[] => {
  if (isQuick)
    return [
      '# Only RED and GREEN. GREEN still needs the mutation check: the tests must notice small faults in the new code.',
      'phases:',
      ...phasesOfQuick(DEFAULT_PHASES).flatMap(({ phase, purpose, gate_1 }) => renderPhase(phase, purpose, gate_1)),
    ];
  if (!facts.hasCode) return SPECIFIED;
  return [
    '# The phases and their gates. DOCUMENT fits a project that exists: without this list, it requires three documents,',
    '# a decision record and a C4 diagram.',
    'phases:',
    ...DEFAULT_PHASES.flatMap((phase) =>
      renderPhase(phase.phase, phase.purpose, phase.phase === 'DOCUMENT' ? documentGate(facts) : phase.gate_1),
    ),
  ];
};

const SPECIFIED = [
  '# The phases are RED, GREEN, REFACTOR and DOCUMENT with the gates of the specification. To change them, list all of them:',
  '# phases:',
  '#   - phase: RED',
  '#     purpose: …',
  '#     gate_1: { name: …, condition: tests_failing == tests_total }',
  '#   - phases/green.yaml # a file with one phase in each document',
];

interface Gate {
  readonly name: string;
  readonly condition: string;
}

/** Asks for a kind of document only where the project has that kind already. */
const documentGate = ({ hasRecords, hasC4 }: DocumentFacts): Gate => ({
  name: 'Change Documented',
  condition: [
    'docs_changed >= 1',
    ...(hasRecords ? ['AND has_adr == true'] : []),
    ...(hasC4 ? ['AND has_c4_diagrams == true', 'AND all_diagrams_valid == true'] : []),
  ].join('\n'),
});

const renderPhase = (phase: string, purpose: string, { name, condition }: Gate): readonly string[] => [
  `  - phase: ${phase}`,
  `    purpose: ${phase === 'DOCUMENT' ? 'Verify the change is documented' : purpose}`,
  '    gate_1:',
  `      name: ${name}`,
  '      condition: |',
  ...condition.split('\n').map((line) => `        ${line}`),
];
